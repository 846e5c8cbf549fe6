/** A fault: in `file`, the text `from`, which stands there once, is replaced by `to`. */
type Fault = { file: string; from: string; to: string };

/** By the names in docs/planted-faults.md, which says what each one breaks and what catches it. */
export const faults: Record<string, Fault> = {
  durable: {
    file: 'server/core/database/sqlite.ts',
    from: "'synchronous = FULL', 'foreign_keys",
    to: "'synchronous = NORMAL', 'foreign_keys",
  },
  'too-early': {
    file: 'server/claims/accept/accept.ts',
    from: 'const stored = mayBelong ? null : await commit(submission);',
    to: "const stored: Stored | null = mayBelong ? null : (void commit(submission).catch(() => {}), { kind: 'new', submission });",
  },
  'durable-file': { file: 'server/files/finish.ts', from: '    await app.files.seal(keyOf(row), row.size);\n', to: '' },
  'key-conflict': {
    file: 'server/claims/duplicates.ts',
    from: "if (keyed) return keyed.hash === item.contentHash ? duplicateOf(item, keyed, keyed.isKeyAdopted) : { kind: 'conflict' };",
    to: 'if (keyed) return duplicateOf(item, keyed, keyed.isKeyAdopted);',
  },
  fencing: { file: 'server/core/jobs/settlement.ts', from: "    .where('fencing_token', '=', leased.fencingToken)\n", to: '' },
  'foreign-answer': { file: 'app/waiting/own-answer.ts', from: '  if (!header(answerHeader)) return null;\n', to: '' },
  silent: { file: 'server/mail/out/email-health.ts', from: 'return failed > 0\n', to: 'return failed > 100\n' },
  backup: {
    file: 'server/operations/backup/back-up-evidence.ts',
    from: '    if (found === undefined || (sha256 !== null && found !== sha256)) result',
    to: '    if (found === undefined) result',
  },
  'write-ahead': {
    file: 'app/waiting/write-ahead.ts',
    from: '  await within(limits.ahead, written);\n  const attempt',
    to: '  void within(limits.ahead, written);\n  const attempt',
  },
  'file-form': { file: 'app/claimant/evidence-section.tsx', from: '        encType="multipart/form-data"\n', to: '' },
  clock: {
    file: 'app/waiting/post-submission.ts',
    from: 'createdAt: createdAt ?? null',
    to: 'createdAt: createdAt && Date.now()',
  },
  print: {
    file: 'app/forms/form-styles.css',
    from: 'main:has(.receipt) :not(.receipt, .receipt *, :has(.receipt)) {',
    to: 'main:has(.receipt) form {',
  },
  'print-message': {
    file: 'app/forms/form-styles.css',
    from: 'main:has(.receipt) :not(.receipt, .receipt *, :has(.receipt)) {',
    to: 'main:has(.receipt) :not(.receipt, .receipt *, :has(.receipt), section:has(.contact-card), section:has(.contact-card) *) {',
  },
  scripts: {
    file: 'app/document/public-document.ts',
    from: 'starter(scripts.start, []);',
    to: 'starter(scripts.start, scripts.form);',
  },
  'next-step': {
    file: 'server/claims/actions/transitions.ts',
    from: "return { kind: 'done', change: { next_kind: 'chase', next_at: timeAfterSpeaking(now, callingHours) } };",
    to: "return { kind: 'done', change: { next_kind: 'chase', next_at: now } };",
  },
  calendar: { file: 'forms/opening-calendar.ts', from: 'if (!isClosedOn(date, hours)) {', to: 'if (date) {' },
  conflict: {
    file: 'server/claims/actions/transitions.ts',
    from: "conflictsWith: ['contacted', 'closed'],",
    to: "conflictsWith: ['closed'],",
  },
  undo: {
    file: 'server/claims/actions/done-actions.ts',
    from: 'names.filter((name) => isUnchanged(name) && !(hasOtherLink',
    to: 'names.filter((name) => !(hasOtherLink',
  },
  reopen: {
    file: 'server/claims/actions/transitions.ts',
    from: '{ not_pursued_at: null, closing_reason: null }',
    to: '{ closing_reason: null }',
  },
  merge: { file: 'server/claims/actions/merge-actions.ts', from: '    due_at: null,\n    target_at: null,\n', to: '' },
  note: {
    file: 'app/desk/claims/submission-page.tsx',
    from: "        text: text('text') ?? '',\n        reason",
    to: "        text: '',\n        reason",
  },
  arrow: {
    file: 'forms/via.ts',
    from: '/**\n * Who sent a visitor, as',
    to: "import './robots.ts';\n\n/**\n * Who sent a visitor, as",
  },
  'search-reference': { file: 'server/claims/search/search-terms.ts', from: '    ...wholeAndParts(reference),\n', to: '' },
  'search-accents': { file: 'server/claims/search/fold.ts', from: "    .replaceAll(/[\\p{M}\\p{Cc}]/gu, '')\n", to: '' },
  'search-email': {
    file: 'server/claims/search/search-terms.ts',
    from: "...[...addressesAsTerms(email), mailboxOf(email).slice(0, longestTerm), squeeze(email.split('@')[0] ?? '')],",
    to: '',
  },
  'search-phone': {
    file: 'server/claims/search/search-terms.ts',
    from: 'localDigits(e164), ...endingsOf(e164.slice(1), shortestEnding.phone)',
    to: 'localDigits(e164)',
  },
  'search-registration': {
    file: 'server/claims/search/search-terms.ts',
    from: '    ...endings(squeeze(typed)),\n    ...endings(plateKey(typed)).map(partOfPlate),\n',
    to: '',
  },
  withheld: { file: 'server/claims/duplicates.ts', from: 'isWithheld: isByContent', to: 'isWithheld: false' },
  link: {
    file: 'server/people/claimant/claim-link.ts',
    from: 'if (row.link_generation !== generation) return null;',
    to: 'if (generation > row.link_generation) return null;',
  },
  lock: { file: 'server/people/staff/attempts.ts', from: 'failed.length >= maxFailures ?', to: 'failed.length > maxFailures ?' },
  origin: { file: 'server/core/http/origin.ts', from: 'return known && !foreign ?', to: 'return !foreign ?' },
  permission: { file: 'server/web/desk.ts', from: "erase: needs('erase',", to: "erase: needs('read submissions'," },
  limit: { file: 'server/claims/accept/limits.ts', from: '        addresses.take(address, now);\n', to: '' },
  csv: { file: 'server/claims/inbox/list-file.ts', from: '[\\s\\p{Z}\\p{Cf}]*[=+\\-@]|', to: '[=+]|' },
  infected: {
    file: 'server/files/serve-original.ts',
    from: "  if (item.scan === 'infected') return sentence(403, evidenceRefusals.infected);\n",
    to: '',
  },
  sender: { file: 'server/mail/in/sender-proof.ts', from: "only?.value === 'pass' && ", to: '' },
  'quarantine-mail': {
    file: 'server/claims/submission-store.ts',
    from: '...(item.quarantineReason === null ? [notificationOf(item)] : []),',
    to: 'notificationOf(item),',
  },
  cookie: {
    file: 'server/web/source-links.ts',
    from: "  const headers = { ...Object.fromEntries(page.headers), 'x-robots-tag': 'noindex' };",
    to: "  const headers = { ...Object.fromEntries(page.headers), 'x-robots-tag': 'noindex', 'set-cookie': `via=` + c.req.query(viaName) };",
  },
  'no-cache': { file: 'server/web/source-links.ts', from: ' && c.req.query(viaName) !== undefined', to: '' },
  chain: {
    file: 'server/core/audit/verify-chain.ts',
    from: "  if (event.previous_hash !== previous.hash) return 'It does not follow the event before it.';\n",
    to: '',
  },
  erasure: {
    file: 'server/law/erase.ts',
    from: '    await forgetFiles(\n      app,\n      erased.flatMap((one) => one.evidence),\n    );\n',
    to: '',
  },
  retention: {
    file: 'server/law/expired-records.ts',
    from: ".$if(isClaim(form), (claims) => claims.where('closed_at', '<', before(closedFor)))\n",
    to: '',
  },
  download: { file: 'app/claimant/file-items.tsx', from: '/original`} download', to: '/thumbnail`} download' },
  label: { file: 'app/desk/claims/change-step.tsx', from: 'id="step-whose" label', to: 'id="step-who" label' },
  contrast: { file: 'content/colours.css', from: '--muted: #4a5851', to: '--muted: #8a948e' },
};
