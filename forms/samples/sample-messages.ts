import type { Sample } from './sample.ts';

/** Messages as people type them. Fictional: phone numbers are for drama, e-mail domains for documentation. */
export const sampleMessages: [Sample, ...Sample[]] = [
  {
    formName: 'Contact Us',
    shows: 'Ordinary enquiry with phone',
    data: {
      name: 'Harpreet Kaur',
      email: 'harpreet@example.com',
      phone: '020 7946 0111',
      subject: 'Replacement vehicle',
      message: 'My car was hit while parked in Barking. Can you help?',
    },
  },
  {
    formName: 'Contact Us',
    shows: 'Curly apostrophe and Welsh text',
    data: {
      name: 'Gwenllïan O’Neil',
      email: 'gwen@example.net',
      phone: '+44 29 2018 0333',
      subject: 'Cwestiwn / Question',
      message: 'Oes modd siarad â rhywun yn Gymraeg?',
    },
  },
  {
    formName: 'Contact Us',
    shows: 'Chinese and emoji in the subject',
    data: {
      name: '陳大文',
      email: 'chan@example.org',
      phone: '+44 7700 900555',
      subject: '查詢 🚗❓',
      message: '請問需要什麼文件?',
    },
  },
  {
    formName: 'Contact Us',
    shows: 'Complaint sent through the contact form: staff must treat it as a complaint',
    data: {
      name: 'Declan Byrne',
      email: 'declan@example.net',
      phone: '',
      subject: 'Complaint',
      message: 'I am unhappy with the delay on my repair and want this logged as a complaint.',
    },
  },
  {
    formName: 'Contact Us',
    shows: 'Header injection and HTML in the subject',
    data: {
      name: 'QA Hostile',
      email: 'qa.contact@example.com',
      phone: '07700 900999',
      subject: 'Hello\r\nBcc: victim@example.com <b>bold</b>',
      message: '<a href="javascript:alert(1)">link</a> & <style>*{display:none}</style>',
    },
  },
];
