const placeRange = 2 ** 21;
const buckets = 4096;

/** Places in order of their steps, most first, then ascending: numbers are sorted ten times as fast as by a function. */
export function sortPlaces(places: Int32Array, steps: Int32Array): Int32Array {
  let most = 0;
  for (const place of places) if (steps[place]! > most) most = steps[place]!;
  const keys = new Float64Array(places.length);
  for (let i = 0; i < places.length; i++) keys[i] = (most - steps[places[i]!]!) * placeRange + places[i]!;
  keys.sort();
  const sorted = new Int32Array(places.length);
  for (let i = 0; i < keys.length; i++) sorted[i] = keys[i]! % placeRange;
  return sorted;
}

/** The places with the most steps, in that order, without sorting all of them. */
export function bestPlaces(steps: Int32Array, count: number): Int32Array {
  if (steps.length <= count) return sortPlaces(Int32Array.from(steps.keys()), steps);
  let most = 1;
  for (const step of steps) if (step > most) most = step;
  const bucketOf = (step: number) => Math.floor((step / most) * (buckets - 1));
  const sizes = new Uint32Array(buckets);
  for (const step of steps) sizes[bucketOf(step)]!++;
  let least = buckets - 1;
  for (let held = sizes[least]!; held < count && least > 0; held += sizes[least]!) least--;
  const places: number[] = [];
  for (let place = 0; place < steps.length; place++) if (bucketOf(steps[place]!) >= least) places.push(place);
  return sortPlaces(Int32Array.from(places), steps).subarray(0, count);
}
