import type { Field } from './form.ts';

/** The sentences beside a field that the server could not take. Each says what to do. */
export const problems = {
  missing: (field: Field) => (field.type === 'checkbox' ? 'Tick this box to go on.' : missingWords[field.type](field)),
  notText: (field: Field) => `${field.label} has characters we cannot read. Type it again.`,
  notOffered: (field: Field) =>
    field.type === 'checkbox' ? 'Tick this box or leave it.' : `Choose one of the answers under ${field.label}.`,
  notAnEmail: () => 'Please enter a valid email address.',
};

const enter = (field: Field) => `Enter your answer to: ${field.label}.`;
const choose = (field: Field) => `Choose an answer: ${field.label}.`;
const missingWords = {
  text: enter,
  email: enter,
  tel: enter,
  date: enter,
  time: enter,
  number: enter,
  textarea: enter,
  select: choose,
  radio: choose,
};
