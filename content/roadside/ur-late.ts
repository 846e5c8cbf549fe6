import type { LateTexts } from '../late-texts.ts';

export const urduLate: LateTexts = {
  'The form is cleared.': 'فارم خالی کر دیا گیا ہے۔',
  Undo: 'واپس لائیں',
  'We may not be able to call this number. Please check it; if it is right, carry on.':
    'شاید ہم اس نمبر پر فون نہ کر سکیں۔ اسے دیکھ لیں؛ ٹھیک ہو تو آگے بڑھیں۔',
  'On its way': 'بھیجا جا رہا ہے',
  'your claim and 1 photograph': 'آپ کا کلیم اور 1 تصویر',
  'your claim and $count photographs': 'آپ کا کلیم اور $count تصویریں',
  '1 photograph of your claim': 'آپ کے کلیم کی 1 تصویر',
  '$count photographs of your claim': 'آپ کے کلیم کی $count تصویریں',
  'There is no connection.': 'انٹرنیٹ کا رابطہ نہیں ہے۔',
  'No answer came, so we do not know whether it has arrived.': 'کوئی جواب نہیں آیا، اس لیے معلوم نہیں کہ یہ پہنچا یا نہیں۔',
  'Our server cannot take it just now.': 'ہمارا سرور اسے ابھی نہیں لے سکتا۔',
  'Another page answered instead of ours. Does this Wi-Fi want you to sign in first?':
    'ہمارے صفحے کی جگہ کسی اور صفحے نے جواب دیا۔ کیا یہ Wi-Fi پہلے سائن اِن مانگتا ہے؟',
  'Everything is kept on this device and sent by itself as soon as there is a connection.':
    'سب کچھ اسی فون پر محفوظ ہے اور رابطہ ہوتے ہی خود بھیج دیا جائے گا۔',
  'Last tried at $time. We try again at $next.': 'آخری کوشش: $time۔ اگلی کوشش: $next۔',
  'Last tried at $time.': 'آخری کوشش: $time۔',
  'Trying to send it…': 'بھیجنے کی کوشش ہو رہی ہے…',
  'Try now': 'ابھی کوشش کریں',
  'Do not send it': 'نہ بھیجیں',
  'Delete it from this device?': 'اس فون سے مٹا دیں؟',
  'Yes, delete it': 'ہاں، مٹا دیں',
  'No, keep it': 'نہیں، رہنے دیں',
  'Keep this page open if you can. If you close it, open it again within a few days.':
    'ہو سکے تو یہ صفحہ کھلا رکھیں۔ بند کریں تو چند دن کے اندر دوبارہ کھولیں۔',
  'If you change your answers and send them again, they take the place of these.':
    'اگر آپ جواب بدل کر دوبارہ بھیجیں تو وہ ان کی جگہ لے لیں گے۔',
  'We will not send it. Your answers are still in the form.': 'ہم اسے نہیں بھیجیں گے۔ آپ کے جواب اب بھی فارم میں ہیں۔',
  '1 photograph will be sent with it.': 'اس کے ساتھ 1 تصویر بھیجی جائے گی۔',
  '$count photographs will be sent with it.': 'اس کے ساتھ $count تصویریں بھیجی جائیں گی۔',
  'Chosen photographs': 'چنی ہوئی تصویریں',
  Remove: 'ہٹائیں',
  'Only photographs go with the form. Add other files later, by your link.':
    'فارم کے ساتھ صرف تصویریں بھیجی جا سکتی ہیں۔ دوسری فائلیں بعد میں دے سکتے ہیں: اس کے لیے آپ کو لنک ملے گا۔',
  'A photograph can have up to 25 MB.': 'ایک تصویر 25 MB تک ہو سکتی ہے۔ اس سے چھوٹی بھیجیں۔',
  'This device has no room to keep it. Leave this page open until it is sent.':
    'اس فون پر اسے رکھنے کی جگہ نہیں۔ بھیجے جانے تک یہ صفحہ کھلا رکھیں۔',
};
