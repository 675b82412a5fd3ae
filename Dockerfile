# docker build -t slipbox .
# docker run -i --rm -v ~/notes:/notes slipbox
FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY . .
RUN npm ci --no-audit --no-fund && npm run build && npm pack --ignore-scripts --pack-destination /packed

FROM node:24-bookworm-slim
COPY --from=build /packed/slipbox-*.tgz /tmp/slipbox.tgz
RUN npm install --global --no-audit --no-fund /tmp/slipbox.tgz && rm /tmp/slipbox.tgz \
  && mkdir -p /notes /var/lib/slipbox && chown node:node /notes /var/lib/slipbox
ENV SLIPBOX_CACHE=/var/lib/slipbox/cache SLIPBOX_STATE=/var/lib/slipbox/state
USER node
VOLUME ["/notes", "/var/lib/slipbox"]
ENTRYPOINT ["slipbox"]
CMD ["serve", "--notebook", "/notes"]
