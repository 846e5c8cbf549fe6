// Protects: telephone numbers and names reserved for fiction are recognised, and real ones are not.
import { expect, test } from 'vitest';
import { dramaNumbersIn } from './reserved-names.ts';

const everyRange = `01134960 01144960 01154960 01164960 01174960 01184960 01214960 01314960 01414960 01514960 01614960 01914980
  02079460 02896496 02920180 01632960 03069990 07700900 08081570 09098790`.split(/\s+/);

test.each(everyRange)('the first and the last number of the range %s are found, and those beside it are not', (range) => {
  const [first, last] = [`${range}000`, `${range}999`];
  expect(dramaNumbersIn(first)).toEqual([first]);
  expect(dramaNumbersIn(last)).toEqual([last]);
  const beside = [Number(first) - 1, Number(last) + 1].map((number) => `0${number}`);
  expect(beside.flatMap(dramaNumbersIn)).toEqual([]);
});

test.each([
  ['0808 157 0123', '08081570123'],
  ['+44 (0)20 7946 0123', '02079460123'],
  ['(020) 7946-0123', '02079460123'],
  ['0044 161 496 0000', '01614960000'],
  ['tel:+448081570123', '08081570123'],
  ['https://wa.me/447700900123', '07700900123'],
  ['020\u00a07946\u00a00999', '02079460999'],
])('%s is one, however it is written', (text, number) => {
  expect(dramaNumbersIn(`Call ${text}, day or night.`)).toEqual([number]);
});

test.each(['0303 123 1113', '0800 118 1631', '020 7946 1000', '07700 901000', 'policy 107700900123', '1077009001234'])(
  '%s is none',
  (text) => {
    expect(dramaNumbersIn(text)).toEqual([]);
  },
);
