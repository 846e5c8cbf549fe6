// Protects: a link to a filtered inbox selects what it says.
import { expect, test } from 'vitest';
import { filterOf } from './inbox-filter.tsx';

const filter = (query: string) => filterOf(new URLSearchParams(query));

test('the query parameters are the filter', () => {
  expect(filter('list=due&due=breached&mail=failed&assigned=me&q=+neil+')).toEqual({
    sort: 'due',
    due: 'breached',
    email: 'failed',
    assigned: 'me',
    search: 'neil',
  });
});

test('invalid values are ignored', () => {
  expect(filter('list=x&due=x&mail=x&assigned=x+y&from=x&until=x&q=+&form=x')).toEqual({ sort: 'newest' });
  expect(filter('mail=constructor&due=__proto__')).toEqual({ sort: 'newest' });
});
