import { expect, test } from 'vitest';
import { domainKey, hostKey, keysEnd } from './host-key.ts';

const matches = (url: string, domain: string) => {
  const key = hostKey(url);
  const wanted = domainKey(domain)!;
  return key !== null && key >= wanted && key < keysEnd(wanted);
};

test('a domain has its own pages and those of the hosts below it', () => {
  expect(matches('https://example.com/a', 'example.com')).toBe(true);
  expect(matches('https://docs.example.com', 'example.com')).toBe(true);
  expect(matches('http://EXAMPLE.com:8080?x', 'Example.Com')).toBe(true);
  expect(matches('https://example.com/a', 'docs.example.com')).toBe(false);
});

test('what only contains a domain is another one', () => {
  expect(matches('https://github.com', 'hub.com')).toBe(false);
  expect(matches('https://example.community', 'example.com')).toBe(false);
  expect(matches('https://example.com.evil.net', 'example.com')).toBe(false);
  expect(matches('https://other.net/?u=https://example.com', 'example.com')).toBe(false);
  expect(matches('https://example.com@other.net/', 'example.com')).toBe(false);
});

test('a domain may be given as people write it', () => {
  for (const typed of [
    'example.com',
    ' example.com. ',
    '*.example.com',
    '.example.com',
    'https://example.com/x',
  ])
    expect(matches('https://www.example.com/', typed), typed).toBe(true);
  expect(matches('https://münchen.de/', 'xn--mnchen-3ya.de')).toBe(true);
  expect(matches('https://xn--mnchen-3ya.de/', 'MÜNCHEN.de')).toBe(true);
});

test('an address has nothing below it', () => {
  expect(matches('http://10.0.0.1:3000/', '10.0.0.1')).toBe(true);
  expect(matches('http://10.0.0.1/', '0.1')).toBe(false);
  expect(matches('http://[::1]:80/', 'http://[::1]')).toBe(true);
});

test('what names no host has no key', () => {
  for (const url of ['mailto:a@example.com', 'obsidian://open?vault=x', 'tel:123', 'https:///x', ''])
    expect(hostKey(url), url).toBeNull();
  for (const typed of ['', '  ', 'two words', '*.', 'https://']) expect(domainKey(typed), typed).toBeNull();
});
