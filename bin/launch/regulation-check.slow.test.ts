// Protects: a firm says what it is permitted to do, and invites nothing else.
import { expect, test } from 'vitest';
import { aboutOf, readyBusiness, textOf, textOfAnswer, textOfService } from '#testing/fixtures/example-content.ts';
import { checkContent, type LaunchContent } from './content-check.ts';

const notAuthorised = 'Grange Hill Claims Limited is not authorised for claims management.';

const invitations: [string, Partial<LaunchContent>][] = [
  ['a page on injury claims', { wording: [textOfService('You do not need a company like ours to claim for a minor injury.')] }],
  [
    'earnings lost by an injury',
    { wording: [textOfService('If the loss comes from an injury, it is part of an injury claim.')] },
  ],
  ['introductions to law firms', { wording: [textOfService('We can introduce you to an independent, regulated law firm.')] }],
  [
    'the page about the firm',
    { wording: [textOf('values', 'Where you need legal help, an independent regulated law firm provides it.')] },
  ],
  ['the description of the services', { wording: [textOf('pages', 'Services: credit hire, repairs and legal introductions.')] }],
  ['the injury option of the form', { claimTypes: ['credit-hire', 'personal-injury'] }],
  ['the legal box of the form', { claimFields: ['serviceLegal'] }],
];

test.each(invitations)('a firm that is not authorised for claims management is red with %s', (_, change) => {
  const ready = [textOfAnswer(''), textOfService('We look at who pays for the hire.')];
  const content = { ...readyBusiness, wording: ready, regulation: notAuthorised };
  expect(aboutOf(checkContent(content), 'red')).toEqual([]);
  const wording = [...ready, ...(change.wording ?? [])];
  for (const regulation of [notAuthorised, 'We are not regulated.', 'We arrange vehicles.'])
    expect(aboutOf(checkContent({ ...content, ...change, wording, regulation }), 'red')).toEqual(['permission']);
  const authorised =
    'Authorised and regulated by the Financial Conduct Authority for claims management (739214). Vehicle hire and repair are not regulated by the FCA.';
  expect(aboutOf(checkContent({ ...content, ...change, wording, regulation: authorised }), 'red')).toEqual([]);
});

test('what invites without permission is quoted, a denial invites nothing, and the Ombudsman is asked about', () => {
  const wording = [
    textOf('values', 'We have a yard. Where you need legal help, an independent law firm provides it.'),
    textOf('benefits', 'We neither pay nor accept a fee for an injury claim.'),
    textOf('complaints', 'You have the right to go to the Financial Ombudsman Service. It is free.'),
  ];
  const findings = checkContent({ ...readyBusiness, regulation: notAuthorised, wording: [...readyBusiness.wording, ...wording] });
  const [permission] = findings.filter((finding) => finding.about === 'permission');
  expect(permission?.says).toContain('content/values.ts (“Where you need legal help, an independent law firm provides it.”)');
  expect(permission?.says).not.toContain('benefits');
  expect(aboutOf(findings, 'amber')).toEqual(['ombudsman']);
});

test('help with a claim on the customer’s own policy is asked about, whoever the firm is', () => {
  const wording = [...readyBusiness.wording, textOfService('Send us the offer. We help you argue with your own insurer.')];
  for (const regulation of [notAuthorised, readyBusiness.regulation])
    expect(aboutOf(checkContent({ ...readyBusiness, regulation, wording }), 'amber')).toEqual(['own policy']);
});

test('the Ombudsman is asked about in the description of the complaints page too, and not where it is said that it does not apply', () => {
  const described = {
    file: 'content/pages.ts',
    field: 'pages.complaints.description',
    text: 'Your right to go to the Ombudsman.',
  };
  const asked = (wording: LaunchContent['wording']) =>
    checkContent({ ...readyBusiness, regulation: notAuthorised, wording: [...readyBusiness.wording, ...wording] }).find(
      (finding) => finding.about === 'ombudsman',
    );
  expect(asked([described])?.says).toContain('content/pages/complaints-head.ts says “Your right');
  expect(asked([textOf('complaints', 'The Ombudsman cannot look at complaints about us.')])).toBeUndefined();
});
