import { isAlwaysOpen } from '../stated-hours.ts';
import { keptFor, localHours, localTarget } from './local-hours.ts';
import type { RoadsideTexts } from './roadside-texts.ts';

const hours = localHours('pl-PL', {
  always: '24 godziny na dobę, 365 dni w roku',
  exceptBankHolidays: 'oprócz dni wolnych: bank holidays',
  alsoBankHolidays: 'także w dni wolne: bank holidays',
});

const target = localTarget('pl-PL', {
  one: 'w ciągu godziny',
  other: 'w ciągu $hours godzin',
  closedDays: '(nie licząc dni, w które nie pracujemy)',
  openHours: '(licząc tylko godziny otwarcia)',
});

const { years, months } = keptFor('pl-PL', {
  years: { one: '$n roku', other: '$n lat' },
  months: { one: '$n miesiąc', few: '$n miesiące', other: '$n miesięcy' },
});

export const polish: RoadsideTexts = {
  code: 'pl',
  name: 'Polski',
  englishName: 'Polish',
  dir: 'ltr',
  page: {
    path: '/roadside?lang=pl',
    title: 'Wypadek drogowy? Zacznij tutaj',
    description: `Na miejscu wypadku w Wielkiej Brytanii: najpierw bezpieczeństwo, co zapisać i sfotografować, i krótki formularz.${isAlwaysOpen ? ' Zadzwonimy do ciebie, w dzień i w nocy.' : ' Zadzwonimy do ciebie.'}`,
    heading: 'Wypadek przed chwilą? Zacznij tutaj.',
    lead: 'Najpierw bezpieczeństwo. Potem imię i numer: zadzwonimy.',
  },
  who: 'Pomagamy dochodzić roszczeń. Nie jesteśmy ubezpieczycielem.',
  translated:
    'To jest tłumaczenie. W razie wątpliwości liczy się wersja angielska. Przez telefon mówimy po angielsku. Może tłumaczyć ktoś, komu ufasz.',
  languages: 'Inne języki',
  emergency: {
    title: 'Zadzwoń pod 999, jeśli ktoś jest ranny albo droga jest zablokowana lub niebezpieczna.',
    text: 'Także wtedy, gdy ktoś ci grozi, nie chce się zatrzymać albo wygląda na pijanego lub pod wpływem narkotyków.',
    call: 'Zadzwoń pod 999',
  },
  safetyTitle: 'Najpierw bezpieczeństwo',
  safety: {
    hazardLights: 'Włącz światła awaryjne. Wyłącz silnik.',
    awayFromTraffic:
      'Odsuńcie się wszyscy od jezdni. Na autostradzie czekajcie za barierą, jeśli możecie tam bezpiecznie dojść. Jeśli nie, zostańcie w zapiętych pasach, z włączonymi światłami awaryjnymi, i zadzwońcie pod 999.',
    injured: 'Nie ruszaj rannego, chyba że w tym miejscu grozi mu niebezpieczeństwo.',
  },
  helpline: isAlwaysOpen ? 'Zadzwoń do nas, w dzień i w nocy:' : `Zadzwoń do nas, ${hours}:`,
  terms: `Zadzwonimy, gdy tylko będzie to możliwe, najpóźniej ${target}. Potrzebujesz nas wcześniej? Zadzwoń pod numer`,
  checklist: {
    title: 'Co zrobić na miejscu',
    lead: 'Zaznacz, co już zrobione. Zaznaczenia zostają na tym urządzeniu.',
    parts: {
      law: {
        title: 'Czego wymaga prawo',
        items: {
          stop: 'Zatrzymaj się, nawet jeśli to nie twoja wina.',
          giveDetails:
            'Podaj swoje nazwisko, adres i numer rejestracyjny oraz nazwisko i adres właściciela pojazdu każdemu, kto ma uzasadniony powód, by o nie pytać.',
          askDetails: 'Poproś drugiego kierowcę o te same dane i o nazwę jego ubezpieczyciela.',
          police:
            'Jeśli dane nie zostały podane, zgłoś wypadek na komisariacie albo policjantowi jak najszybciej, najpóźniej w ciągu 24 godzin: sam telefon może nie wystarczyć. Jeśli ktoś jest ranny, pokaż zaświadczenie o ubezpieczeniu policji albo każdemu, kto ma uzasadniony powód, by je zobaczyć. Jeśli nie możesz, zgłoś wypadek policji w ciągu 24 godzin i weź je ze sobą.',
        },
      },
      photographs: {
        title: 'Zrób zdjęcia, jeśli to bezpieczne, nigdy z pasa ruchu',
        items: {
          wholeScene: 'Całe miejsce z kilku stron, w miarę możliwości zanim pojazdy zostaną przestawione.',
          damage: 'Tablice rejestracyjne obu pojazdów i wszystkie uszkodzenia, z bliska i z daleka.',
          road: 'Oznakowanie jezdni, sygnalizacja, ślady hamowania, odłamki i pogoda.',
          theirInsurance: 'Dane ubezpieczenia drugiego kierowcy. Bez rannych, chyba że się zgodzą.',
        },
      },
      notes: {
        title: 'Zapisz',
        items: {
          facts: 'Godzinę, miejsce, kierunek jazdy, prędkość, pogodę i to, co zostało powiedziane.',
          witnesses: 'Nazwiska i numery telefonów świadków.',
          cameras: 'Autobusy i kamery w pobliżu oraz numer zgłoszenia na policji.',
        },
      },
      words: {
        title: 'Co mówić, a czego nie',
        items: {
          polite: 'Zachowaj spokój i uprzejmość, podawaj fakty. Nie spieraj się o winę, nie przyznawaj się do niej i nie zgaduj.',
          signNothing: 'Niczego nie podpisuj, nie bierz gotówki i nie zgadzaj się ukryć wypadku przed ubezpieczycielami.',
          strangers: 'Uważaj na nieznajomych, którzy chcą odholować twój pojazd: niektóre wypadki są ustawione.',
        },
      },
      afterwards: {
        title: 'W najbliższych godzinach',
        items: {
          insurer: 'Powiadom własnego ubezpieczyciela, nawet jeśli nie korzystasz ze swojej polisy.',
          dashcam: 'Zachowaj oryginalny plik z kamery i skopiuj go jeszcze dziś. Nie przerabiaj go i nie publikuj.',
          health:
            'Ból szyi i głowy może pojawić się po kilku godzinach: dla własnego dobra idź do lekarza. Mrowienie, osłabienie, omdlenie, podwójne widzenie lub trudności z mówieniem: zadzwoń pod 999 albo zgłoś się na oddział ratunkowy (A&E).',
        },
      },
    },
  },
  location: {
    button: 'Użyj mojej lokalizacji',
    waiting: 'Szukamy twojej lokalizacji. Możesz też ją wpisać.',
    found: 'Lokalizacja jest wpisana. Możesz ją zmienić.',
    imprecise: 'Telefon zna twoje położenie tylko w przybliżeniu. Dopisz drogę lub charakterystyczne miejsce.',
    denied: 'Telefon nie udostępnia lokalizacji. Wpisz, gdzie jesteś.',
    notFound: 'Nie udało się znaleźć lokalizacji. Wpisz, gdzie jesteś.',
  },
  photographs: {
    camera: 'Zrób zdjęcie',
    label: 'Zdjęcia (nieobowiązkowe)',
    hint: 'Uszkodzenia, drugi pojazd, miejsce. Możesz dodać je później: dostaniesz do tego link.',
    failed: 'Nie mogliśmy teraz przyjąć zdjęć. Wyślij formularz bez nich: możesz dodać je później.',
  },
  form: {
    title: 'Proszę o telefon',
    labels: {
      name: 'Imię i nazwisko',
      phone: 'Numer telefonu',
      locationOfAccident: 'Gdzie to się stało?',
      descriptionOfAccident: 'Co się stało?',
      consent:
        'Zgadzam się, aby firma $brand przetwarzała moje dane osobowe w celu obsługi mojego roszczenia i w razie potrzeby przekazywała je ubezpieczycielom$legal(, prawnikom) i warsztatom.',
    },
    hints: {
      locationOfAccident: 'Droga, miejscowość, charakterystyczne miejsce lub numer zjazdu.',
      descriptionOfAccident: 'Wystarczy jedno zdanie.',
      consent: `Dane przechowujemy około ${years}, a jeśli sprawa nie pójdzie dalej, ${months}. W każdej chwili możesz poprosić o wgląd w nie, poprawienie lub usunięcie albo wycofać zgodę: $email`,
    },
    submit: 'Proszę o telefon',
    busy: 'Wysyłanie...',
    email: {
      link: 'Twoje zgłoszenie (po angielsku)',
      noAgreement: 'Wysłanie formularza nie oznacza zawarcia umowy.',
      notYou:
        'Jeśli to nie była twoja wiadomość, ktoś podał ten adres przez pomyłkę: usuń tę wiadomość i daj nam znać, żebyśmy zamknęli link.',
    },
    errors: {
      checkAnswers: 'Popraw pola oznaczone poniżej.',
      missing: 'Wypełnij pole „$label”.',
      unticked: 'Zaznacz to pole, aby wysłać formularz.',
      notText: 'W polu „$label” są znaki, których nie możemy odczytać. Wpisz to jeszcze raz.',
      sentWithOtherAnswers: 'Po wysłaniu coś zostało zmienione. Odśwież stronę i wyślij jeszcze raz.',
      notSaved: 'Nie udało się teraz zapisać zgłoszenia. Spróbuj ponownie albo zadzwoń: $helpline.',
      tooManyFromAddress:
        'Z tego połączenia przyszło zbyt wiele wiadomości. Wyślij swoją ponownie za $minutes min albo zadzwoń: $helpline.',
      tooMuchWork: 'Z tego połączenia przyszło zbyt wiele zapytań. Spróbuj ponownie za $minutes min albo zadzwoń: $helpline.',
      tooLong: 'To więcej, niż możemy przyjąć naraz. Skróć tekst albo zadzwoń: $helpline.',
      unreadablePost: 'Nie udało się odczytać tego, co wysłano. Wróć, odśwież stronę i wyślij ponownie albo zadzwoń: $helpline.',
      foreignSite: 'Ten formularz można wysłać tylko z naszej strony. Otwórz naszą stronę i wyślij go stamtąd.',
      ourFault: 'Coś poszło nie tak po naszej stronie. Spróbuj ponownie albo zadzwoń: $helpline.',
      sameAccident:
        'Zgłoszenie $reference już do nas wysłano ($time). Czy to ten sam wypadek? Inna jest data, numer rejestracyjny lub miejsce.',
      title: 'Przepraszamy, to się nie udało',
      back: 'Aby zobaczyć, co wpisano, wróć w przeglądarce do poprzedniej strony.',
      number: 'Jeśli nam o tym powiesz, podaj ten numer:',
    },
    connection: {
      offline: 'Nie masz połączenia. To, co wpisano, zostaje tutaj.',
      online: 'Połączenie wróciło.',
    },
    texts: {
      'en-GB': 'pl-PL',
      '.': '.',
      ',': ',',
      'Fields marked': 'Pola oznaczone',
      'with a star': 'gwiazdką',
      'are required. We use your details to deal with your enquiry; see':
        'są wymagane. Twoich danych używamy, aby zająć się twoją sprawą; zobacz',
      'Privacy Policy': 'Politykę prywatności (po angielsku)',
      optional: 'nieobowiązkowe',
      'We kept what you typed earlier on this device. Carry on where you stopped.':
        'Zachowaliśmy na tym urządzeniu to, co wpisano wcześniej. Możesz pisać dalej.',
      'Error: ': 'Błąd: ',
      'There is a problem': 'Jest problem',
      'Yes, the same accident: add this to it': 'Tak, ten sam wypadek: dodaj to do tamtego zgłoszenia',
      'No, this is another accident': 'Nie, to inny wypadek',
      'Clear this form': 'Wyczyść formularz',
      'Another accident?': 'Inny wypadek?',
      'Not sent yet.': 'Jeszcze nie wysłano.',
      'Your answers are still here': 'Twoje odpowiedzi wciąż tu są',
      'This browser keeps nothing for us, so it is not sent by itself. Keep this page open.':
        'Ta przeglądarka niczego dla nas nie zachowuje, więc formularz nie wyśle się sam. Nie zamykaj tej strony.',
      'We have your claim': 'Mamy twoje zgłoszenie',
      'Your reference': 'Twój numer sprawy',
      'Please have this reference ready.': 'Miej ten numer pod ręką.',
      'We will call you as soon as we can, by $time at the latest.':
        'Zadzwonimy, gdy tylko będzie to możliwe, najpóźniej: $time.',
      'Tell your insurer now. We have not told any insurer. Legal time limits keep running.':
        'Powiadom teraz swojego ubezpieczyciela: my nie powiadomiliśmy jeszcze żadnego, a terminy biegną dalej.',
      'Keep your photographs.': 'Zachowaj zdjęcia.',
      'Do not start repairs.': 'Nie zaczynaj naprawy.',
      'Need us sooner? Call': 'Potrzebujesz nas wcześniej? Zadzwoń pod numer',
      $hours: hours,
      'Finish your claim: add photographs and the other answers':
        'Dokończ zgłoszenie (po angielsku): dodaj zdjęcia i pozostałe odpowiedzi',
      'Anyone with this link can see your claim. Do not forward it.':
        'Każdy, kto ma ten link, widzi twoje zgłoszenie. Nie przekazuj go dalej.',
      Copy: 'Kopiuj',
      Copied: 'Skopiowano',
      'Text it to yourself': 'Wyślij go sobie SMS-em',
      'Waiting to be sent': 'Czeka na wysłanie',
      'your claim': 'twoje zgłoszenie',
      'Everything is kept on this device and sent again by itself. You cannot send it twice by mistake.':
        'Wszystko jest zapisane na tym urządzeniu i wyśle się ponownie samo. Nie da się wysłać go dwa razy przez pomyłkę.',
      Call: 'Zadzwoń pod numer',
      'What you sent now was added to this claim, which you began before.':
        'To, co teraz wysłano, dodaliśmy do tego wcześniej rozpoczętego zgłoszenia.',
      'We have your phone number as': 'Numer telefonu, który mamy:',
      'Wrong? Change it': 'Błędny? Zmień go (po angielsku)',
      'Print this': 'Drukuj',
    },
  },
};
