import { isAlwaysOpen } from '../stated-hours.ts';
import { keptFor, localHours, localTarget } from './local-hours.ts';
import type { RoadsideTexts } from './roadside-texts.ts';

// For tests. No native speaker has read it.

const hours = localHours('cy-GB', {
  always: '24 awr y dydd, 365 diwrnod y flwyddyn',
  exceptBankHolidays: 'heblaw gwyliau banc',
  alsoBankHolidays: 'gan gynnwys gwyliau banc',
});

const target = localTarget('cy-GB', {
  one: 'o fewn awr',
  other: 'o fewn $hours awr',
  closedDays: '(heb gyfrif y dyddiau pan fyddwn ar gau)',
  openHours: '(gan gyfrif oriau agor yn unig)',
});

const { years, months } = keptFor('cy-GB', {
  years: { one: '$n flwyddyn', two: '$n flynedd', other: '$n o flynyddoedd' },
  months: { two: '$n fis', other: '$n mis' },
});

export const welsh: RoadsideTexts = {
  code: 'cy',
  name: 'Cymraeg',
  englishName: 'Welsh',
  dir: 'ltr',
  page: {
    path: '/roadside?lang=cy',
    title: 'Newydd gael damwain? Dechreuwch yma',
    description: `Ar ochr y ffordd ar ôl damwain: sut i fod yn ddiogel, beth i’w nodi a thynnu llun ohono, a ffurflen fer.${isAlwaysOpen ? ' Ffoniwn chi ddydd a nos.' : ' Ffoniwn chi yn ôl.'}`,
    heading: 'Newydd ddigwydd? Dechreuwch yma.',
    lead: 'Byddwch yn ddiogel yn gyntaf. Yna gadewch eich enw a’ch rhif: ffoniwn chi.',
  },
  who: 'Cwmni rheoli damweiniau ydym ni, nid yswiriwr.',
  translated:
    'Cyfieithiad yw hwn. Os oes amheuaeth, y fersiwn Saesneg sy’n cyfrif. Saesneg a siaradwn ar y ffôn. Gall rhywun yr ydych yn ymddiried ynddo gyfieithu.',
  languages: 'Ieithoedd eraill',
  emergency: {
    title: 'Ffoniwch 999 os oes rhywun wedi’i anafu, neu os yw’r ffordd ar gau neu’n beryglus.',
    text: 'Hefyd os yw rhywun yn eich bygwth, yn gwrthod stopio, neu’n ymddangos yn feddw neu ar gyffuriau.',
    call: 'Ffoniwch 999',
  },
  safetyTitle: 'Diogelwch yn gyntaf',
  safety: {
    hazardLights: 'Rhowch y goleuadau rhybudd ymlaen. Diffoddwch yr injan.',
    awayFromTraffic:
      'Ewch â phawb i ffwrdd o’r traffig. Ar draffordd, arhoswch y tu ôl i’r rhwystr os gallwch gyrraedd yn ddiogel. Os na, cadwch eich gwregys a’r goleuadau rhybudd ymlaen a ffoniwch 999.',
    injured: 'Peidiwch â symud rhywun sydd wedi’i anafu, oni bai ei fod mewn perygl lle y mae.',
  },
  helpline: isAlwaysOpen ? 'Ffoniwch ni, ddydd neu nos:' : `Ffoniwch ni, ${hours}:`,
  terms: `Byddwn yn ffonio cyn gynted ag y gallwn, ${target} fan bellaf. Methu aros? Ffoniwch`,
  checklist: {
    title: 'Beth i’w wneud yn y fan a’r lle',
    lead: 'Ticiwch yr hyn a wnaethoch. Mae’r ticiau’n aros ar y ddyfais hon ac ni chânt eu hanfon atom.',
    parts: {
      law: {
        title: 'Beth mae’r gyfraith yn ei ofyn',
        items: {
          stop: 'Stopiwch, hyd yn oed os nad chi sydd ar fai.',
          giveDetails:
            'Rhowch eich enw, eich cyfeiriad a’ch rhif cofrestru, ac enw a chyfeiriad y perchennog, i unrhyw un sydd â rheswm da dros ofyn.',
          askDetails: 'Gofynnwch am yr un peth gan y gyrrwr arall, ac am enw ei yswiriwr.',
          police:
            'Os na roesoch eich manylion, rhowch wybod am y ddamwain mewn gorsaf heddlu neu i swyddog cyn gynted ag y gallwch, o fewn 24 awr fan bellaf. Efallai na fydd galwad ffôn yn ddigon. Os oes rhywun wedi’i anafu, dangoswch eich tystysgrif yswiriant i’r heddlu neu i unrhyw un sydd â rheswm da dros ei gweld. Os na allwch, rhowch wybod i’r heddlu am y ddamwain o fewn 24 awr a dewch â hi.',
        },
      },
      photographs: {
        title: 'Tynnwch luniau, os yw’n ddiogel, a byth o lôn fyw',
        items: {
          wholeScene: 'Yr olygfa gyfan o sawl ochr, cyn symud y cerbydau os oes modd.',
          damage: 'Y ddau blât rhif, a’r holl ddifrod, yn agos ac o bell.',
          road: 'Marciau’r ffordd, goleuadau, olion brecio, malurion a’r tywydd.',
          theirInsurance: 'Manylion yswiriant y gyrrwr arall. Dim pobl wedi’u hanafu, oni bai eu bod yn cytuno.',
        },
      },
      notes: {
        title: 'Ysgrifennwch',
        items: {
          facts: 'Amser, lle, cyfeiriad, cyflymder, tywydd, a’r hyn a ddywedwyd.',
          witnesses: 'Enwau a rhifau ffôn tystion.',
          cameras: 'Bysiau a chamerâu gerllaw, a chyfeirnod yr heddlu.',
        },
      },
      words: {
        title: 'Beth i’w ddweud, a beth i beidio',
        items: {
          polite: 'Byddwch yn gwrtais a rhowch ffeithiau. Peidiwch â dadlau am fai, ei gyfaddef na dyfalu.',
          signNothing: 'Peidiwch â llofnodi dim, derbyn arian parod, na chytuno i’w gadw rhag yswirwyr.',
          strangers: 'Gwyliwch rhag dieithriaid sy’n cynnig tynnu eich cerbyd: mae rhai damweiniau wedi’u trefnu.',
        },
      },
      afterwards: {
        title: 'Yn yr oriau nesaf',
        items: {
          insurer: 'Dywedwch wrth eich yswiriwr eich hun, hyd yn oed os na fyddwch yn hawlio ar eich polisi.',
          dashcam: 'Cadwch ffeil wreiddiol y camera a’i chopïo heddiw. Peidiwch â’i golygu na’i chyhoeddi.',
          health:
            'Gall poen gwddf a chur pen ddod oriau’n ddiweddarach: er eich lles eich hun, ewch at feddyg. Pinnau bach, gwendid, llewygu, gweld dwbl neu drafferth siarad: ffoniwch 999 neu ewch i’r uned frys.',
        },
      },
    },
  },
  location: {
    button: 'Defnyddio fy lleoliad',
    waiting: 'Yn chwilio am eich lleoliad. Gallwch ei deipio hefyd.',
    found: 'Mae eich lleoliad wedi’i lenwi. Gallwch ei newid.',
    imprecise: 'Dim ond yn fras y mae eich ffôn yn gwybod ble’r ydych. Ychwanegwch y ffordd neu dirnod.',
    denied: 'Nid yw eich ffôn yn rhannu ei leoliad. Teipiwch ble’r ydych.',
    notFound: 'Ni ellid dod o hyd i’ch lleoliad. Teipiwch ble’r ydych.',
  },
  photographs: {
    camera: 'Tynnu llun',
    label: 'Lluniau (dewisol)',
    hint: 'Y difrod, y cerbyd arall, y lle. Neu ychwanegwch nhw wedyn: cewch ddolen ar gyfer hynny.',
    failed: 'Ni allem eu hychwanegu nawr. Anfonwch y ffurflen hebddyn nhw: gallwch eu hychwanegu wedyn.',
  },
  form: {
    title: 'Ffoniwch fi yn ôl',
    labels: {
      name: 'Eich enw',
      phone: 'Eich rhif ffôn',
      locationOfAccident: 'Ble y digwyddodd?',
      descriptionOfAccident: 'Beth ddigwyddodd?',
      consent:
        'Rwy’n cytuno y caiff $brand brosesu fy nata personol i ymdrin â’m hawliad a’u rhannu ag yswirwyr$legal(, cynrychiolwyr cyfreithiol) ac atgyweirwyr yn ôl yr angen.',
    },
    hints: {
      locationOfAccident: 'Ffordd, tref, tirnod neu rif cyffordd.',
      descriptionOfAccident: 'Mae llinell yn ddigon.',
      consent: `Rydym yn cadw’r data am tua ${years}, neu ${months} os nad yw’r hawliad yn mynd ymhellach. Gallwch ofyn am eu gweld, eu cywiro neu eu dileu, neu dynnu eich cydsyniad yn ôl: $email`,
    },
    submit: 'Gofyn am alwad yn ôl',
    busy: 'Yn anfon...',
    email: {
      link: 'Eich hawliad (yn Saesneg)',
      noAgreement: 'Nid yw’r hyn a anfonoch yn gytundeb.',
      notYou:
        'Os nad chi a ysgrifennodd atom, rhoddodd rhywun y cyfeiriad hwn mewn camgymeriad: dilëwch y neges a rhowch wybod i ni, er mwyn i ni gau’r ddolen.',
    },
    errors: {
      checkAnswers: 'Cywirwch y meysydd sydd wedi’u marcio isod.',
      missing: 'Llenwch y maes “$label”.',
      unticked: 'Ticiwch y blwch hwn i anfon y ffurflen.',
      notText: 'Mae nodau na allwn eu darllen yn y maes “$label”. Teipiwch ef eto.',
      sentWithOtherAnswers: 'Newidiwyd rhywbeth ar ôl anfon. Ail-lwythwch y dudalen ac anfonwch eto.',
      notSaved: 'Ni allem gadw eich hawliad nawr. Rhowch gynnig arall arni, neu ffoniwch $helpline.',
      tooManyFromAddress:
        'Daeth gormod o negeseuon o’r cysylltiad hwn. Anfonwch eto ymhen $minutes munud, neu ffoniwch $helpline.',
      tooMuchWork:
        'Daeth gormod o geisiadau o’r cysylltiad hwn. Rhowch gynnig arall arni ymhen $minutes munud, neu ffoniwch $helpline.',
      tooLong: 'Mae hynny’n fwy nag y gallwn ei dderbyn ar unwaith. Byrhewch ef, neu ffoniwch $helpline.',
      unreadablePost:
        'Ni allem ddarllen yr hyn a anfonwyd. Ewch yn ôl, ail-lwythwch y dudalen ac anfonwch eto, neu ffoniwch $helpline.',
      foreignSite: 'Dim ond o’n gwefan ni y gellir anfon y ffurflen hon. Agorwch ein gwefan ac anfonwch hi oddi yno.',
      ourFault: 'Aeth rhywbeth o’i le ar ein hochr ni. Rhowch gynnig arall arni, neu ffoniwch $helpline.',
      sameAccident:
        'Rydych eisoes wedi anfon hawliad $reference ($time). Ai’r un ddamwain yw hon? Mae’r dyddiad, y rhif cofrestru neu’r lle yn wahanol.',
      title: 'Mae’n ddrwg gennym, ni weithiodd hynny',
      back: 'I weld yr hyn a deipioch, ewch yn ôl yn eich porwr.',
      number: 'Os rhowch wybod i ni, rhowch y rhif hwn:',
    },
    connection: {
      offline: 'Nid oes cysylltiad gennych. Mae’r hyn a deipioch yn aros yma.',
      online: 'Mae’r cysylltiad yn ôl.',
    },
    texts: {
      'en-GB': 'cy-GB',
      '.': '.',
      ',': ',',
      'Fields marked': 'Mae angen y meysydd â',
      'with a star': 'seren',
      'are required. We use your details to deal with your enquiry; see':
        '. Defnyddiwn eich manylion i ymdrin â’ch ymholiad; gweler y',
      'Privacy Policy': 'Polisi Preifatrwydd (yn Saesneg)',
      optional: 'dewisol',
      'We kept what you typed earlier on this device. Carry on where you stopped.':
        'Cadwyd yr hyn a deipioch yn gynharach ar y ddyfais hon. Ewch ymlaen o’r fan honno.',
      'Error: ': 'Gwall: ',
      'There is a problem': 'Mae problem',
      'Yes, the same accident: add this to it': 'Ie, yr un ddamwain: ychwanegwch hyn ati',
      'No, this is another accident': 'Na, damwain arall yw hon',
      'Clear this form': 'Clirio’r ffurflen',
      'Another accident?': 'Damwain arall?',
      'Not sent yet.': 'Heb ei hanfon eto.',
      'Your answers are still here': 'Mae eich atebion yma o hyd',
      'This browser keeps nothing for us, so it is not sent by itself. Keep this page open.':
        'Nid yw’r porwr hwn yn cadw dim i ni, felly ni chaiff ei hanfon ohoni ei hun. Cadwch y dudalen hon ar agor.',
      'We have your claim': 'Mae eich hawliad gennym',
      'Your reference': 'Eich cyfeirnod',
      'Please have this reference ready.': 'Cadwch y cyfeirnod hwn wrth law.',
      'We will call you as soon as we can, by $time at the latest.':
        'Byddwn yn eich ffonio cyn gynted ag y gallwn, erbyn $time fan bellaf.',
      'Tell your insurer now. We have not told any insurer. Legal time limits keep running.':
        'Dywedwch wrth eich yswiriwr nawr. Nid ydym wedi dweud wrth unrhyw yswiriwr. Mae terfynau amser cyfreithiol yn dal i redeg.',
      'Keep your photographs.': 'Cadwch eich lluniau.',
      'Do not start repairs.': 'Peidiwch â dechrau atgyweirio.',
      'Need us sooner? Call': 'Angen siarad yn gynt? Ffoniwch',
      $hours: hours,
      'Finish your claim: add photographs and the other answers':
        'Gorffen eich hawliad (yn Saesneg): ychwanegu lluniau a’r atebion eraill',
      'Anyone with this link can see your claim. Do not forward it.':
        'Gall unrhyw un sydd â’r ddolen hon weld eich hawliad. Peidiwch â’i hanfon ymlaen.',
      Copy: 'Copïo',
      Copied: 'Wedi’i gopïo',
      'Text it to yourself': 'Anfon neges destun ati’ch hun',
      'Waiting to be sent': 'Yn aros i gael ei hanfon',
      'your claim': 'eich hawliad',
      'Everything is kept on this device and sent again by itself. You cannot send it twice by mistake.':
        'Cedwir popeth ar y ddyfais hon a’i anfon eto ohono’i hun. Ni allwch ei hanfon ddwywaith drwy gamgymeriad.',
      Call: 'Ffoniwch',
      'What you sent now was added to this claim, which you began before.':
        'Ychwanegwyd yr hyn a anfonoch nawr at yr hawliad hwn, a ddechreuoch o’r blaen.',
      'We have your phone number as': 'Eich rhif ffôn yn ôl ein cofnod:',
      'Wrong? Change it': 'Anghywir? Newidiwch ef (yn Saesneg)',
      'Print this': 'Argraffu hwn',
    },
  },
};
