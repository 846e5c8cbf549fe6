import { isAlwaysOpen } from '../stated-hours.ts';
import { keptFor, localHours, localTarget } from './local-hours.ts';
import type { RoadsideTexts } from './roadside-texts.ts';

const hours = localHours('ro-RO', {
  always: '24 de ore pe zi, 365 de zile pe an',
  exceptBankHolidays: 'în afară de sărbătorile legale din Regatul Unit',
  alsoBankHolidays: 'și de sărbătorile legale din Regatul Unit',
});

const target = localTarget('ro-RO', {
  one: 'într-o oră',
  few: 'în $hours ore',
  other: 'în $hours de ore',
  closedDays: '(fără zilele în care suntem închiși)',
  openHours: '(socotind doar orele de program)',
});

const { years, months } = keptFor('ro-RO', {
  years: { one: '$n an', few: '$n ani', other: '$n de ani' },
  months: { one: '$n lună', few: '$n luni', other: '$n de luni' },
});

export const romanian: RoadsideTexts = {
  code: 'ro',
  name: 'Română',
  englishName: 'Romanian',
  dir: 'ltr',
  page: {
    path: '/roadside?lang=ro',
    title: 'Tocmai ați avut un accident? Începeți aici',
    description: `La locul accidentului, în Marea Britanie: întâi siguranța, ce să notați și să fotografiați, și un formular scurt.${isAlwaysOpen ? ' Vă sunăm noi, ziua și noaptea.' : ' Vă sunăm noi.'}`,
    heading: 'Tocmai s-a întâmplat? Începeți aici.',
    lead: 'Întâi siguranța. Apoi lăsați numele și numărul de telefon, iar noi vă sunăm.',
  },
  who: 'Gestionăm cereri de despăgubire, nu suntem asigurător.',
  translated:
    'Aceasta este o traducere. În caz de îndoială, contează versiunea în engleză. La telefon vorbim engleză. Poate traduce cineva în care aveți încredere.',
  languages: 'Alte limbi',
  emergency: {
    title: 'Sunați la 999 dacă cineva este rănit sau dacă drumul este blocat ori periculos.',
    text: 'La fel dacă cineva vă amenință, refuză să oprească sau pare beat ori drogat.',
    call: 'Sunați la 999',
  },
  safetyTitle: 'Mai întâi siguranța',
  safety: {
    hazardLights: 'Porniți luminile de avarie. Opriți motorul.',
    awayFromTraffic:
      'Îndepărtați pe toată lumea de trafic. Pe autostradă, așteptați în spatele parapetului, dacă puteți ajunge acolo în siguranță. Dacă nu, păstrați centura pusă și luminile de avarie aprinse și sunați la 999.',
    injured: 'Nu mișcați un rănit decât dacă este în pericol acolo unde se află.',
  },
  helpline: isAlwaysOpen ? 'Sunați-ne, ziua sau noaptea:' : `Sunați-ne, ${hours}:`,
  terms: `Vă sunăm cât mai repede, cel târziu ${target}. Aveți nevoie de noi mai devreme? Sunați la`,
  checklist: {
    title: 'Ce să faceți la locul accidentului',
    lead: 'Bifați ce ați făcut. Bifele rămân pe acest dispozitiv.',
    parts: {
      law: {
        title: 'Ce cere legea',
        items: {
          stop: 'Opriți, chiar dacă nu este vina dumneavoastră.',
          giveDetails:
            'Dați numele, adresa și numărul de înmatriculare, precum și numele și adresa proprietarului, oricui are un motiv întemeiat să le ceară.',
          askDetails: 'Cereți aceleași date celuilalt șofer, și numele asigurătorului său.',
          police:
            'Dacă nu ați dat datele dumneavoastră, raportați accidentul la o secție de poliție sau unui polițist cât mai repede, cel târziu în 24 de ore: un simplu telefon poate să nu fie suficient. Dacă cineva este rănit, arătați certificatul de asigurare poliției sau oricui are un motiv întemeiat să îl vadă. Dacă nu puteți, raportați accidentul la poliție în 24 de ore și luați certificatul cu dumneavoastră.',
        },
      },
      photographs: {
        title: 'Fotografiați doar dacă sunteți în siguranță, niciodată de pe carosabil',
        items: {
          wholeScene: 'Toată scena, din mai multe unghiuri, dacă se poate înainte de a muta vehiculele.',
          damage: 'Plăcuțele de înmatriculare ale ambelor vehicule și toate avariile, de aproape și de departe.',
          road: 'Marcajele, semafoarele, urmele de frânare, resturile și vremea.',
          theirInsurance: 'Datele de asigurare ale celuilalt șofer. Fără persoane rănite decât dacă sunt de acord.',
        },
      },
      notes: {
        title: 'Notați',
        items: {
          facts: 'Ora, locul, direcția, viteza, vremea și ce s-a spus.',
          witnesses: 'Numele și numerele de telefon ale martorilor.',
          cameras: 'Autobuzele și camerele din apropiere, și numărul dat de poliție.',
        },
      },
      words: {
        title: 'Ce să spuneți și ce nu',
        items: {
          polite: 'Vorbiți politicos și spuneți faptele. Nu vă certați despre vină, nu o recunoașteți și nu ghiciți.',
          signNothing: 'Nu semnați nimic, nu acceptați numerar și nu acceptați să ascundeți accidentul de asigurători.',
          strangers: 'Atenție la străinii care vor să vă tracteze vehiculul: unele accidente sunt înscenate.',
        },
      },
      afterwards: {
        title: 'În orele următoare',
        items: {
          insurer: 'Anunțați-vă propriul asigurător, chiar dacă nu folosiți polița dumneavoastră.',
          dashcam: 'Păstrați fișierul original al camerei de bord și copiați-l astăzi. Nu îl modificați și nu îl publicați.',
          health:
            'Durerile de gât și de cap pot apărea după câteva ore: pentru binele dumneavoastră, mergeți la medic. Furnicături, slăbiciune, leșin, vedere dublă sau dificultăți de vorbire: sunați la 999 sau mergeți la urgențe (A&E).',
        },
      },
    },
  },
  location: {
    button: 'Folosește locația mea',
    waiting: 'Căutăm locația. O puteți și scrie.',
    found: 'Locația este completată. O puteți schimba.',
    imprecise: 'Telefonul știe doar aproximativ unde sunteți. Adăugați drumul sau un reper.',
    denied: 'Telefonul nu dă locația. Scrieți unde sunteți.',
    notFound: 'Locația nu a fost găsită. Scrieți unde sunteți.',
  },
  photographs: {
    camera: 'Faceți o fotografie',
    label: 'Fotografii (opțional)',
    hint: 'Avariile, celălalt vehicul, locul. Le puteți adăuga și mai târziu: primiți un link pentru asta.',
    failed: 'Nu am putut primi fotografiile acum. Trimiteți formularul fără ele: le puteți adăuga mai târziu.',
  },
  form: {
    title: 'Sunați-mă',
    labels: {
      name: 'Numele dumneavoastră',
      phone: 'Numărul de telefon',
      locationOfAccident: 'Unde s-a întâmplat?',
      descriptionOfAccident: 'Ce s-a întâmplat?',
      consent:
        'Sunt de acord ca $brand să îmi prelucreze datele personale pentru a se ocupa de cererea mea și să le transmită, după nevoie, asigurătorilor$legal(, avocaților) și atelierelor de reparații.',
    },
    hints: {
      locationOfAccident: 'Drumul, localitatea, un reper sau numărul ieșirii.',
      descriptionOfAccident: 'O singură propoziție este de ajuns.',
      consent: `Păstrăm datele circa ${years} sau, dacă cererea nu merge mai departe, ${months}. Puteți cere oricând să le vedeți, să le corectăm sau să le ștergem, ori vă puteți retrage acordul: $email`,
    },
    submit: 'Sunați-mă',
    busy: 'Se trimite...',
    email: {
      link: 'Cererea dumneavoastră (în engleză)',
      noAgreement: 'Ce ați trimis nu este un contract.',
      notYou:
        'Dacă nu ne-ați scris dumneavoastră, cineva a introdus această adresă din greșeală: ștergeți acest mesaj și anunțați-ne, ca să închidem linkul.',
    },
    errors: {
      checkAnswers: 'Corectați câmpurile marcate mai jos.',
      missing: 'Completați câmpul „$label”.',
      unticked: 'Bifați această căsuță pentru a trimite formularul.',
      notText: 'În câmpul „$label” sunt caractere pe care nu le putem citi. Scrieți din nou.',
      sentWithOtherAnswers: 'Ați schimbat ceva după trimitere. Reîncărcați pagina și trimiteți din nou.',
      notSaved: 'Nu am putut salva cererea acum. Încercați din nou sau sunați la $helpline.',
      tooManyFromAddress:
        'Au venit prea multe mesaje de la această conexiune. Trimiteți din nou peste $minutes min sau sunați la $helpline.',
      tooMuchWork:
        'Au venit prea multe solicitări de la această conexiune. Încercați din nou peste $minutes min sau sunați la $helpline.',
      tooLong: 'Este mai mult decât putem primi o dată. Scurtați textul sau sunați la $helpline.',
      unreadablePost:
        'Nu am putut citi ce s-a trimis. Mergeți înapoi, reîncărcați pagina și trimiteți din nou sau sunați la $helpline.',
      foreignSite:
        'Acest formular se poate trimite numai de pe site-ul nostru. Deschideți site-ul nostru și trimiteți-l de acolo.',
      ourFault: 'Ceva nu a mers la noi. Încercați din nou sau sunați la $helpline.',
      sameAccident:
        'Ați trimis deja cererea $reference ($time). Este același accident? Data, numărul de înmatriculare sau locul diferă.',
      title: 'Ne pare rău, nu a funcționat',
      back: 'Pentru a vedea ce ați scris, mergeți înapoi în browser.',
      number: 'Dacă ne spuneți despre asta, dați-ne acest număr:',
    },
    connection: {
      offline: 'Sunteți fără conexiune. Ce ați scris rămâne aici.',
      online: 'Conexiunea a revenit.',
    },
    texts: {
      'en-GB': 'ro-RO',
      '.': '.',
      ',': ',',
      'Fields marked': 'Câmpurile marcate',
      'with a star': 'cu stea',
      'are required. We use your details to deal with your enquiry; see':
        'sunt obligatorii. Folosim datele pentru a ne ocupa de cererea dumneavoastră; vedeți',
      'Privacy Policy': 'Politica de confidențialitate (în engleză)',
      optional: 'opțional',
      'We kept what you typed earlier on this device. Carry on where you stopped.':
        'Am păstrat pe acest dispozitiv ce ați scris mai devreme. Puteți continua.',
      'Error: ': 'Eroare: ',
      'There is a problem': 'Există o problemă',
      'Yes, the same accident: add this to it': 'Da, același accident: adăugați la cererea de atunci',
      'No, this is another accident': 'Nu, este alt accident',
      'Clear this form': 'Golește formularul',
      'Another accident?': 'Alt accident?',
      'Not sent yet.': 'Încă nu s-a trimis.',
      'Your answers are still here': 'Răspunsurile sunt tot aici',
      'This browser keeps nothing for us, so it is not sent by itself. Keep this page open.':
        'Acest browser nu păstrează nimic pentru noi, deci formularul nu se trimite singur. Țineți pagina deschisă.',
      'We have your claim': 'Am primit cererea dumneavoastră',
      'Your reference': 'Numărul cererii',
      'Please have this reference ready.': 'Țineți acest număr la îndemână.',
      'We will call you as soon as we can, by $time at the latest.': 'Vă sunăm cât mai repede, cel târziu: $time.',
      'Tell your insurer now. We have not told any insurer. Legal time limits keep running.':
        'Anunțați-vă acum asigurătorul: noi nu am anunțat încă niciun asigurător, iar termenele curg în continuare.',
      'Keep your photographs.': 'Păstrați fotografiile.',
      'Do not start repairs.': 'Nu începeți reparațiile.',
      'Need us sooner? Call': 'Aveți nevoie de noi mai devreme? Sunați la',
      $hours: hours,
      'Finish your claim: add photographs and the other answers':
        'Completați cererea (în engleză): adăugați fotografii și celelalte răspunsuri',
      'Anyone with this link can see your claim. Do not forward it.':
        'Oricine are acest link vă poate vedea cererea. Nu îl trimiteți mai departe.',
      Copy: 'Copiază',
      Copied: 'Copiat',
      'Text it to yourself': 'Trimiteți-l prin SMS',
      'Waiting to be sent': 'În așteptarea trimiterii',
      'your claim': 'cererea dumneavoastră',
      'Everything is kept on this device and sent again by itself. You cannot send it twice by mistake.':
        'Totul este păstrat pe acest dispozitiv și se trimite din nou singur. Oricâte încercări se fac, cererea se înregistrează o singură dată.',
      Call: 'Sunați la',
      'What you sent now was added to this claim, which you began before.':
        'Ce ați trimis acum s-a adăugat la această cerere, începută mai devreme.',
      'We have your phone number as': 'Numărul de telefon pe care îl avem:',
      'Wrong? Change it': 'Greșit? Schimbați-l (în engleză)',
      'Print this': 'Tipărește',
    },
  },
};
