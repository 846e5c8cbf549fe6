// Protects: the client's address is that of the connection, or of the trusted proxy.
import { describe, expect, test } from 'vitest';
import { readAddress } from './client-address.ts';

const socket = '10.0.0.2';

describe('whose address it is', () => {
  test.each([
    ['nobody in front', undefined, 0, socket],
    ['nobody in front, and a story is told', '203.0.113.7', 0, socket],
    ['one proxy', '203.0.113.7', 1, '203.0.113.7'],
    ['one proxy, and a story is told to it', '198.51.100.1, 203.0.113.7', 1, '203.0.113.7'],
    ['two proxies', '203.0.113.7, 10.0.0.9', 2, '203.0.113.7'],
    ['two proxies, and a story is told', 'nonsense, 203.0.113.7, 10.0.0.9', 2, '203.0.113.7'],
    ['fewer entries than proxies', '203.0.113.7', 3, '203.0.113.7'],
    ['a proxy that adds nothing', undefined, 1, socket],
    ['a proxy that adds nonsense', 'unknown', 1, socket],
    ['an entry with a port', '203.0.113.7:4711', 1, '203.0.113.7'],
    ['empty entries', ' , 203.0.113.7 ,', 1, '203.0.113.7'],
  ])('%s', (_, forwardedFor, trustProxy, address) => {
    expect(readAddress(forwardedFor, socket, trustProxy)).toBe(address);
  });

  test('without a socket and without a proxy nobody knows', () => {
    expect(readAddress('203.0.113.7', null, 0)).toBeNull();
    expect(readAddress('nonsense', null, 1)).toBeNull();
  });
});

describe('one client', () => {
  test.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::1]:443', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
  ])('%s is %s', (address, client) => {
    expect(readAddress(undefined, address, 0)).toBe(client);
  });
});
