import { isAlwaysOpen, shortHours, withinTarget } from '../stated-hours.ts';
import type { RoadsideTexts } from './roadside-texts.ts';

export const english: RoadsideTexts = {
  code: 'en',
  name: 'English',
  englishName: 'English',
  dir: 'ltr',
  page: {
    path: '/roadside',
    title: 'Just Had an Accident? Start Here',
    description: `At the roadside after an accident: how to be safe first, what to note and photograph, and a short form. We call you back${isAlwaysOpen ? ', day and night' : ''}.`,
    heading: 'Just happened? Start here.',
    lead: 'Be safe first. Then leave your name and number, and we call you back.',
  },
  who: 'We are an accident management company, not an insurer.',
  translated: null,
  languages: 'Other languages',
  emergency: {
    title: 'Call 999 if anyone is hurt, or the road is blocked or dangerous.',
    text: 'Also if someone threatens you, refuses to stop, or seems drunk or on drugs.',
    call: 'Call 999',
  },
  safetyTitle: 'Stay safe first',
  safety: {
    hazardLights: 'Switch on the hazard lights. Switch off the engine.',
    awayFromTraffic:
      'Get everyone away from the traffic. On a motorway, wait behind the barrier if you can get there safely. If not, keep your seat belt and hazard lights on and call 999.',
    injured: 'Do not move an injured person, unless they are in danger where they are.',
  },
  helpline: isAlwaysOpen ? 'Call us, day or night:' : `Call us, ${shortHours}:`,
  terms: `We call as soon as we can, ${withinTarget} at the latest. Cannot wait? Call`,
  checklist: {
    title: 'What to do at the scene',
    lead: 'Tick what you have done. The ticks stay on this device.',
    parts: {
      law: {
        title: 'What the law asks',
        items: {
          stop: 'Stop, even if you are not to blame.',
          giveDetails:
            'Give your name, address and registration, and the owner’s name and address, to anyone with good reason to ask.',
          askDetails: 'Ask for the same from the other driver, and for the name of their insurer.',
          police:
            'If you did not give your details, report the accident at a police station or to an officer as soon as you can, within 24 hours at most. A phone call alone may not be enough. If someone is hurt, show your insurance certificate to the police or to anyone with good reason to see it. If you cannot, report the accident to the police within 24 hours and bring it.',
        },
      },
      photographs: {
        title: 'Photograph, if it is safe, and never from a live lane',
        items: {
          wholeScene: 'The whole scene from several sides, before vehicles are moved if possible.',
          damage: 'Both number plates, and all damage, close up and from further back.',
          road: 'Road markings, signals, skid marks, debris and the weather.',
          theirInsurance: 'The other driver’s insurance details. No injured people, unless they agree.',
        },
      },
      notes: {
        title: 'Write down',
        items: {
          facts: 'Time, place, direction, speed, weather, and what was said.',
          witnesses: 'Names and phone numbers of witnesses.',
          cameras: 'Buses and cameras nearby, and the police reference.',
        },
      },
      words: {
        title: 'What to say, and not',
        items: {
          polite: 'Be polite and give facts. Do not argue about fault, admit it or guess.',
          signNothing: 'Do not sign anything. Do not take cash. Do not agree to hide the accident from insurers.',
          strangers: 'Beware of strangers who offer to tow your vehicle: some crashes are staged.',
        },
      },
      afterwards: {
        title: 'In the next hours',
        items: {
          insurer: 'Tell your own insurer, even if you do not claim on your policy.',
          dashcam: 'Keep the original dashcam file and copy it today. Do not edit or post it.',
          health:
            'Neck pain and headaches can come hours later: for your own sake, see a doctor. Pins and needles, weakness, fainting, double vision or trouble speaking: call 999 or go to A&E.',
        },
      },
    },
  },
  location: {
    button: 'Use my location',
    waiting: 'Looking for your location. You can type it too.',
    found: 'Your location is filled in. You can change it.',
    imprecise: 'Your phone knows only roughly where you are. Please add the road or a landmark.',
    denied: 'Your phone does not share its location. Please type where you are.',
    notFound: 'Your location could not be found. Please type where you are.',
  },
  photographs: {
    camera: 'Take a photograph',
    label: 'Photographs (optional)',
    hint: 'The damage, the other vehicle, the place. Or add them later: you get a link for that.',
    failed: 'We could not add them. Send the form without them, and add them later.',
  },
  form: null,
};
