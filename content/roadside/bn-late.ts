import type { LateTexts } from '../late-texts.ts';

export const bengaliLate: LateTexts = {
  'The form is cleared.': 'ফর্ম খালি করা হয়েছে।',
  Undo: 'ফিরিয়ে আনুন',
  'We may not be able to call this number. Please check it; if it is right, carry on.':
    'এই নম্বরে হয়তো ফোন করা যাবে না। দেখে নিন; ঠিক থাকলে এগিয়ে যান।',
  'On its way': 'পাঠানো হচ্ছে',
  'your claim and 1 photograph': 'আপনার দাবি ও 1টি ছবি',
  'your claim and $count photographs': 'আপনার দাবি ও ছবি: $count',
  '1 photograph of your claim': 'আপনার দাবির 1টি ছবি',
  '$count photographs of your claim': 'আপনার দাবির ছবি: $count',
  'There is no connection.': 'ইন্টারনেট সংযোগ নেই।',
  'No answer came, so we do not know whether it has arrived.': 'কোনো উত্তর আসেনি, তাই পৌঁছেছে কি না জানা যায়নি।',
  'Our server cannot take it just now.': 'আমাদের সার্ভার এখন এটি নিতে পারছে না।',
  'Another page answered instead of ours. Does this Wi-Fi want you to sign in first?':
    'আমাদের পাতার বদলে অন্য একটি পাতা উত্তর দিয়েছে। এই Wi-Fi কি আগে সাইন-ইন করতে বলছে?',
  'Everything is kept on this device and sent by itself as soon as there is a connection.':
    'সব কিছু এই ফোনে রাখা আছে, সংযোগ পেলেই নিজে থেকে চলে যাবে।',
  'Last tried at $time. We try again at $next.': 'শেষ চেষ্টা: $time। পরের চেষ্টা: $next।',
  'Last tried at $time.': 'শেষ চেষ্টা: $time।',
  'Trying to send it…': 'পাঠানোর চেষ্টা হচ্ছে…',
  'Try now': 'এখন চেষ্টা করুন',
  'Do not send it': 'পাঠাবেন না',
  'Delete it from this device?': 'এই ফোন থেকে মুছে ফেলবেন?',
  'Yes, delete it': 'হ্যাঁ, মুছে ফেলুন',
  'No, keep it': 'না, রেখে দিন',
  'Keep this page open if you can. If you close it, open it again within a few days.':
    'পারলে পাতাটি খোলা রাখুন। বন্ধ করলে কয়েক দিনের মধ্যে আবার খুলুন।',
  'If you change your answers and send them again, they take the place of these.': 'উত্তর বদলে আবার পাঠালে সেগুলো এগুলোর জায়গা নেবে।',
  'We will not send it. Your answers are still in the form.': 'আমরা এটি পাঠাব না। আপনার উত্তর এখনো ফর্মে আছে।',
  '1 photograph will be sent with it.': 'এর সঙ্গে 1টি ছবি যাবে।',
  '$count photographs will be sent with it.': 'এর সঙ্গে যে ছবি যাবে: $count।',
  'Chosen photographs': 'বেছে নেওয়া ছবি',
  Remove: 'সরান',
  'Only photographs go with the form. Add other files later, by your link.':
    'ফর্মের সঙ্গে শুধু ছবি পাঠানো যায়। অন্য ফাইল পরে দিতে পারেন: তার জন্য একটি লিঙ্ক পাবেন।',
  'A photograph can have up to 25 MB.': 'একটি ছবি 25 MB পর্যন্ত হতে পারে। আরও ছোট ছবি পাঠান।',
  'This device has no room to keep it. Leave this page open until it is sent.':
    'এই ফোনে এটি রাখার জায়গা নেই। না যাওয়া পর্যন্ত পাতাটি খোলা রাখুন।',
};
