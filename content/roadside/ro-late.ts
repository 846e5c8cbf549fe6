import type { LateTexts } from '../late-texts.ts';

export const romanianLate: LateTexts = {
  'The form is cleared.': 'Formularul este golit.',
  Undo: 'Adu înapoi',
  'We may not be able to call this number. Please check it; if it is right, carry on.':
    'S-ar putea să nu putem suna la acest număr. Verificați-l; dacă este corect, continuați.',
  'On its way': 'Se trimite acum',
  'your claim and 1 photograph': 'cererea dumneavoastră și o fotografie',
  'your claim and $count photographs': 'cererea dumneavoastră și fotografii: $count',
  '1 photograph of your claim': 'o fotografie pentru cererea dumneavoastră',
  '$count photographs of your claim': 'fotografii pentru cererea dumneavoastră: $count',
  'There is no connection.': 'Nu există conexiune.',
  'No answer came, so we do not know whether it has arrived.': 'Nu a venit niciun răspuns, deci nu știm dacă a ajuns.',
  'Our server cannot take it just now.': 'Serverul nostru nu o poate primi acum.',
  'Another page answered instead of ours. Does this Wi-Fi want you to sign in first?':
    'În locul paginii noastre a răspuns alta. Rețeaua Wi-Fi cere mai întâi să vă conectați?',
  'Everything is kept on this device and sent by itself as soon as there is a connection.':
    'Totul este păstrat pe acest dispozitiv și se trimite singur de îndată ce există conexiune.',
  'Last tried at $time. We try again at $next.': 'Ultima încercare: $time. Următoarea: $next.',
  'Last tried at $time.': 'Ultima încercare: $time.',
  'Trying to send it…': 'Se încearcă trimiterea…',
  'Try now': 'Încearcă acum',
  'Do not send it': 'Nu trimite',
  'Delete it from this device?': 'Ștergeți de pe acest dispozitiv?',
  'Yes, delete it': 'Da, șterge',
  'No, keep it': 'Nu, păstrează',
  'Keep this page open if you can. If you close it, open it again within a few days.':
    'Dacă puteți, țineți pagina deschisă. Dacă o închideți, deschideți-o din nou în câteva zile.',
  'If you change your answers and send them again, they take the place of these.':
    'Dacă schimbați răspunsurile și le trimiteți din nou, le înlocuiesc pe acestea.',
  'We will not send it. Your answers are still in the form.':
    'Nu o vom trimite. Răspunsurile dumneavoastră sunt încă în formular.',
  '1 photograph will be sent with it.': 'O fotografie va fi trimisă cu formularul.',
  '$count photographs will be sent with it.': 'Fotografii trimise cu formularul: $count.',
  'Chosen photographs': 'Fotografii alese',
  Remove: 'Elimină',
  'Only photographs go with the form. Add other files later, by your link.':
    'Cu formularul se pot trimite numai fotografii. Alte fișiere le puteți adăuga mai târziu: primiți un link pentru asta.',
  'A photograph can have up to 25 MB.': 'O fotografie poate avea cel mult 25 MB. Trimiteți una mai mică.',
  'This device has no room to keep it. Leave this page open until it is sent.':
    'Dispozitivul nu are loc să o păstreze. Lăsați pagina deschisă până se trimite.',
};
