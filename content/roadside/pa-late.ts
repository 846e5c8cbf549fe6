import type { LateTexts } from '../late-texts.ts';

export const punjabiLate: LateTexts = {
  'The form is cleared.': 'ਫਾਰਮ ਖਾਲੀ ਕਰ ਦਿੱਤਾ ਹੈ।',
  Undo: 'ਵਾਪਸ ਲਿਆਓ',
  'We may not be able to call this number. Please check it; if it is right, carry on.':
    'ਸ਼ਾਇਦ ਅਸੀਂ ਇਸ ਨੰਬਰ ’ਤੇ ਫੋਨ ਨਾ ਕਰ ਸਕੀਏ। ਇਸ ਨੂੰ ਦੇਖ ਲਓ; ਠੀਕ ਹੋਵੇ ਤਾਂ ਅੱਗੇ ਵਧੋ।',
  'On its way': 'ਭੇਜਿਆ ਜਾ ਰਿਹਾ ਹੈ',
  'your claim and 1 photograph': 'ਤੁਹਾਡਾ ਦਾਅਵਾ ਅਤੇ 1 ਫੋਟੋ',
  'your claim and $count photographs': 'ਤੁਹਾਡਾ ਦਾਅਵਾ ਅਤੇ $count ਫੋਟੋਆਂ',
  '1 photograph of your claim': 'ਤੁਹਾਡੇ ਦਾਅਵੇ ਦੀ 1 ਫੋਟੋ',
  '$count photographs of your claim': 'ਤੁਹਾਡੇ ਦਾਅਵੇ ਦੀਆਂ $count ਫੋਟੋਆਂ',
  'There is no connection.': 'ਇੰਟਰਨੈੱਟ ਨਾਲ ਸੰਪਰਕ ਨਹੀਂ ਹੈ।',
  'No answer came, so we do not know whether it has arrived.': 'ਕੋਈ ਜਵਾਬ ਨਹੀਂ ਆਇਆ, ਇਸ ਲਈ ਪਤਾ ਨਹੀਂ ਕਿ ਇਹ ਪਹੁੰਚਿਆ ਹੈ ਜਾਂ ਨਹੀਂ।',
  'Our server cannot take it just now.': 'ਸਾਡਾ ਸਰਵਰ ਇਸ ਨੂੰ ਹੁਣੇ ਨਹੀਂ ਲੈ ਸਕਦਾ।',
  'Another page answered instead of ours. Does this Wi-Fi want you to sign in first?':
    'ਸਾਡੇ ਸਫ਼ੇ ਦੀ ਥਾਂ ਕਿਸੇ ਹੋਰ ਸਫ਼ੇ ਨੇ ਜਵਾਬ ਦਿੱਤਾ। ਕੀ ਇਹ Wi-Fi ਪਹਿਲਾਂ ਸਾਈਨ-ਇਨ ਮੰਗਦਾ ਹੈ?',
  'Everything is kept on this device and sent by itself as soon as there is a connection.':
    'ਸਭ ਕੁਝ ਇਸ ਫੋਨ ’ਤੇ ਸਾਂਭਿਆ ਹੈ ਅਤੇ ਸੰਪਰਕ ਹੁੰਦੇ ਹੀ ਆਪੇ ਭੇਜਿਆ ਜਾਵੇਗਾ।',
  'Last tried at $time. We try again at $next.': 'ਆਖਰੀ ਕੋਸ਼ਿਸ਼: $time। ਅਗਲੀ ਕੋਸ਼ਿਸ਼: $next।',
  'Last tried at $time.': 'ਆਖਰੀ ਕੋਸ਼ਿਸ਼: $time।',
  'Trying to send it…': 'ਭੇਜਣ ਦੀ ਕੋਸ਼ਿਸ਼ ਹੋ ਰਹੀ ਹੈ…',
  'Try now': 'ਹੁਣੇ ਕੋਸ਼ਿਸ਼ ਕਰੋ',
  'Do not send it': 'ਨਾ ਭੇਜੋ',
  'Delete it from this device?': 'ਇਸ ਫੋਨ ਤੋਂ ਮਿਟਾ ਦੇਈਏ?',
  'Yes, delete it': 'ਹਾਂ, ਮਿਟਾ ਦਿਓ',
  'No, keep it': 'ਨਹੀਂ, ਰਹਿਣ ਦਿਓ',
  'Keep this page open if you can. If you close it, open it again within a few days.':
    'ਹੋ ਸਕੇ ਤਾਂ ਇਹ ਸਫ਼ਾ ਖੁੱਲ੍ਹਾ ਰੱਖੋ। ਬੰਦ ਕਰੋ ਤਾਂ ਕੁਝ ਦਿਨਾਂ ਵਿੱਚ ਦੁਬਾਰਾ ਖੋਲ੍ਹੋ।',
  'If you change your answers and send them again, they take the place of these.':
    'ਜੇ ਤੁਸੀਂ ਜਵਾਬ ਬਦਲ ਕੇ ਦੁਬਾਰਾ ਭੇਜੋ, ਤਾਂ ਉਹ ਇਨ੍ਹਾਂ ਦੀ ਥਾਂ ਲੈ ਲੈਣਗੇ।',
  'We will not send it. Your answers are still in the form.': 'ਅਸੀਂ ਇਸ ਨੂੰ ਨਹੀਂ ਭੇਜਾਂਗੇ। ਤੁਹਾਡੇ ਜਵਾਬ ਹਾਲੇ ਵੀ ਫਾਰਮ ਵਿੱਚ ਹਨ।',
  '1 photograph will be sent with it.': 'ਇਸ ਨਾਲ 1 ਫੋਟੋ ਭੇਜੀ ਜਾਵੇਗੀ।',
  '$count photographs will be sent with it.': 'ਇਸ ਨਾਲ $count ਫੋਟੋਆਂ ਭੇਜੀਆਂ ਜਾਣਗੀਆਂ।',
  'Chosen photographs': 'ਚੁਣੀਆਂ ਫੋਟੋਆਂ',
  Remove: 'ਹਟਾਓ',
  'Only photographs go with the form. Add other files later, by your link.':
    'ਫਾਰਮ ਨਾਲ ਸਿਰਫ਼ ਫੋਟੋਆਂ ਭੇਜੀਆਂ ਜਾ ਸਕਦੀਆਂ ਹਨ। ਹੋਰ ਫਾਈਲਾਂ ਬਾਅਦ ਵਿੱਚ ਦੇ ਸਕਦੇ ਹੋ: ਇਸ ਲਈ ਤੁਹਾਨੂੰ ਲਿੰਕ ਮਿਲੇਗਾ।',
  'A photograph can have up to 25 MB.': 'ਫੋਟੋ 25 MB ਤੱਕ ਦੀ ਹੋ ਸਕਦੀ ਹੈ। ਇਸ ਤੋਂ ਛੋਟੀ ਭੇਜੋ।',
  'This device has no room to keep it. Leave this page open until it is sent.':
    'ਇਸ ਫੋਨ ’ਤੇ ਇਸ ਨੂੰ ਰੱਖਣ ਦੀ ਥਾਂ ਨਹੀਂ। ਭੇਜੇ ਜਾਣ ਤੱਕ ਇਹ ਸਫ਼ਾ ਖੁੱਲ੍ਹਾ ਰੱਖੋ।',
};
