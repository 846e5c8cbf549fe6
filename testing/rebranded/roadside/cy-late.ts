import type { LateTexts } from '../late-texts.ts';

// For tests. No native speaker has read it.
export const welshLate: LateTexts = {
  'The form is cleared.': 'Mae’r ffurflen wedi’i chlirio.',
  Undo: 'Dadwneud',
  'We may not be able to call this number. Please check it; if it is right, carry on.':
    'Efallai na allwn ffonio’r rhif hwn. Gwiriwch ef; os yw’n gywir, ewch ymlaen.',
  'On its way': 'Ar ei ffordd',
  'your claim and 1 photograph': 'eich hawliad ac 1 llun',
  'your claim and $count photographs': 'eich hawliad a $count llun',
  '1 photograph of your claim': '1 llun o’ch hawliad',
  '$count photographs of your claim': '$count llun o’ch hawliad',
  'There is no connection.': 'Nid oes cysylltiad.',
  'No answer came, so we do not know whether it has arrived.': 'Ni ddaeth ateb, felly ni wyddom a yw wedi cyrraedd.',
  'Our server cannot take it just now.': 'Ni all ein gweinydd ei dderbyn ar hyn o bryd.',
  'Another page answered instead of ours. Does this Wi-Fi want you to sign in first?':
    'Atebodd tudalen arall yn lle ein tudalen ni. A yw’r Wi-Fi hwn am ichi fewngofnodi yn gyntaf?',
  'Everything is kept on this device and sent by itself as soon as there is a connection.':
    'Cedwir popeth ar y ddyfais hon a’i anfon ohono’i hun cyn gynted ag y bydd cysylltiad.',
  'Last tried at $time. We try again at $next.': 'Ceisiwyd ddiwethaf am $time. Byddwn yn ceisio eto am $next.',
  'Last tried at $time.': 'Ceisiwyd ddiwethaf am $time.',
  'Trying to send it…': 'Yn ceisio ei hanfon…',
  'Try now': 'Ceisio nawr',
  'Do not send it': 'Peidio â’i hanfon',
  'Delete it from this device?': 'Ei dileu o’r ddyfais hon?',
  'Yes, delete it': 'Ie, dileu',
  'No, keep it': 'Na, cadw',
  'Keep this page open if you can. If you close it, open it again within a few days.':
    'Cadwch y dudalen hon ar agor os gallwch. Os caewch hi, agorwch hi eto o fewn ychydig ddyddiau.',
  'If you change your answers and send them again, they take the place of these.':
    'Os newidiwch eich atebion a’u hanfon eto, byddant yn cymryd lle’r rhain.',
  'We will not send it. Your answers are still in the form.': 'Ni fyddwn yn ei hanfon. Mae eich atebion yn dal ar y ffurflen.',
  '1 photograph will be sent with it.': 'Anfonir 1 llun gyda hi.',
  '$count photographs will be sent with it.': 'Anfonir $count llun gyda hi.',
  'Chosen photographs': 'Lluniau a ddewiswyd',
  Remove: 'Tynnu',
  'Only photographs go with the form. Add other files later, by your link.':
    'Dim ond lluniau y gellir eu hanfon gyda’r ffurflen. Gallwch ychwanegu ffeiliau eraill wedyn, drwy’r ddolen a gewch.',
  'A photograph can have up to 25 MB.': 'Gall llun fod hyd at 25 MB. Anfonwch un llai.',
  'This device has no room to keep it. Leave this page open until it is sent.':
    'Nid oes lle ar y ddyfais hon i’w chadw. Gadewch y dudalen hon ar agor nes iddi gael ei hanfon.',
};
