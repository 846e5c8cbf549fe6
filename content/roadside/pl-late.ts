import type { LateTexts } from '../late-texts.ts';

export const polishLate: LateTexts = {
  'The form is cleared.': 'Formularz jest wyczyszczony.',
  Undo: 'Cofnij',
  'We may not be able to call this number. Please check it; if it is right, carry on.':
    'Być może nie uda nam się dodzwonić pod ten numer. Sprawdź go; jeśli jest poprawny, kontynuuj.',
  'On its way': 'Wysyłanie',
  'your claim and 1 photograph': 'twoje zgłoszenie i 1 zdjęcie',
  'your claim and $count photographs': 'twoje zgłoszenie i zdjęcia: $count',
  '1 photograph of your claim': '1 zdjęcie do twojego zgłoszenia',
  '$count photographs of your claim': 'zdjęcia do twojego zgłoszenia: $count',
  'There is no connection.': 'Nie ma połączenia.',
  'No answer came, so we do not know whether it has arrived.': 'Nie przyszła odpowiedź, więc nie wiemy, czy dotarło.',
  'Our server cannot take it just now.': 'Nasz serwer nie może go teraz przyjąć.',
  'Another page answered instead of ours. Does this Wi-Fi want you to sign in first?':
    'Zamiast naszej strony odpowiedziała inna. Czy ta sieć Wi-Fi wymaga najpierw zalogowania?',
  'Everything is kept on this device and sent by itself as soon as there is a connection.':
    'Wszystko jest zapisane na tym urządzeniu i wyśle się samo, gdy tylko będzie połączenie.',
  'Last tried at $time. We try again at $next.': 'Ostatnia próba: $time. Następna: $next.',
  'Last tried at $time.': 'Ostatnia próba: $time.',
  'Trying to send it…': 'Próbujemy wysłać…',
  'Try now': 'Spróbuj teraz',
  'Do not send it': 'Nie wysyłaj',
  'Delete it from this device?': 'Usunąć z tego urządzenia?',
  'Yes, delete it': 'Tak, usuń',
  'No, keep it': 'Nie, zachowaj',
  'Keep this page open if you can. If you close it, open it again within a few days.':
    'Jeśli możesz, nie zamykaj tej strony. Jeśli ją zamkniesz, otwórz ją ponownie w ciągu kilku dni.',
  'If you change your answers and send them again, they take the place of these.':
    'Jeśli zmienisz odpowiedzi i wyślesz je ponownie, zastąpią te.',
  'We will not send it. Your answers are still in the form.': 'Nie wyślemy tego. Twoje odpowiedzi są nadal w formularzu.',
  '1 photograph will be sent with it.': 'Z formularzem zostanie wysłane 1 zdjęcie.',
  '$count photographs will be sent with it.': 'Zdjęcia wysyłane z formularzem: $count.',
  'Chosen photographs': 'Wybrane zdjęcia',
  Remove: 'Usuń',
  'Only photographs go with the form. Add other files later, by your link.':
    'Z formularzem można wysłać tylko zdjęcia. Inne pliki możesz dodać później: dostaniesz do tego link.',
  'A photograph can have up to 25 MB.': 'Zdjęcie może mieć do 25 MB. Wyślij mniejsze.',
  'This device has no room to keep it. Leave this page open until it is sent.':
    'Na tym urządzeniu nie ma miejsca, by je zachować. Nie zamykaj tej strony, aż zostanie wysłane.',
};
