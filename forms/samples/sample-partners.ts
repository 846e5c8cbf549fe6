import type { Sample } from './sample.ts';

/** Partner enquiries as people type them. Fictional: phone numbers are for drama, e-mail domains for documentation. */
export const samplePartners: [Sample, ...Sample[]] = [
  {
    formName: 'Partners Inquiry',
    shows: 'Ordinary body shop',
    data: {
      companyName: 'Sample Street Body Repairs Ltd',
      contactName: 'Grace Adeyemi',
      email: 'grace@bodyshop.example.com',
      businessType: 'Body shop',
      referralInfo: 'Around five non-fault customers a month in the IG and RM postcodes.',
    },
  },
  {
    formName: 'Partners Inquiry',
    shows: 'Solicitor: the case where a fee for injury work is prohibited',
    data: {
      companyName: 'Placeholder Legal LLP',
      contactName: 'Owain ap Rhys-Llewellyn',
      email: 'owain@legal.example.org',
      businessType: 'Solicitor',
      referralInfo:
        'Interested in vehicle recovery and replacement vehicles only. We cannot pay or receive a fee for injury work.',
    },
  },
  {
    formName: 'Partners Inquiry',
    shows: 'Optional field left blank',
    data: {
      companyName: 'Test Recovery',
      contactName: 'Kim Ng',
      email: 'kim@recovery.example',
      businessType: 'Other',
      referralInfo: '',
    },
  },
  {
    formName: 'Partners Inquiry',
    shows: 'Chinese company name and emoji',
    data: {
      companyName: '示例汽车服务 🚕',
      contactName: '王小明',
      email: 'wang@example.com',
      businessType: 'Taxi operator',
      referralInfo: '请用英文或中文回复。',
    },
  },
  {
    formName: 'Partners Inquiry',
    shows: 'Hostile text and very long unbroken string (layout of the e-mail)',
    data: {
      companyName: '<script>alert(1)</script>',
      contactName: 'A'.repeat(200),
      email: 'qa+partner@example.com',
      businessType: 'Broker',
      referralInfo: 'X'.repeat(2000),
    },
  },
];
