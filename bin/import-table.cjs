/** For each folder the others it may import from. Itself it always may; what is not here it may not. */
module.exports = {
  content: [],
  forms: ['content'],
  emails: ['content', 'forms'],
  'app/ui': [],
  'app/document': [],
  'app/lent': [],
  'app/forms': ['app/ui', 'app/lent', 'forms', 'content'],
  'app/site': ['app/ui', 'app/forms', 'app/document', 'forms', 'content'],
  'server/ops': [],
  'server/database': ['server/ops'],
  'server/mail': ['server/ops'],
  'server/outbox': ['server/database', 'server/mail', 'server/ops', 'emails', 'forms', 'content'],
  'server/submissions': ['server/outbox', 'server/database', 'server/ops', 'forms', 'content'],
  'server/http': ['server/ops', 'forms'],
};
