import type { RoadsideTexts } from './roadside-texts.ts';

export const english: RoadsideTexts = {
  code: 'en',
  page: {
    path: '/roadside',
    title: 'Just Had an Accident? Start Here',
    description:
      'At the roadside after an accident: how to be safe first, what to note and photograph, and a short form. We call you back, day and night.',
    heading: 'Just happened? Start here.',
    lead: 'Be safe first. Then leave your name and number, and we call you back.',
  },
  emergency: {
    title: 'Call 999 if anyone is hurt, or the road is blocked or dangerous.',
    text: 'Also if someone threatens you, refuses to stop, or seems drunk or on drugs.',
    call: 'Call 999',
  },
  helpline: 'Call us, day or night:',
  safety: {
    hazardLights: 'Switch on the hazard lights. Switch off the engine.',
    awayFromTraffic: 'Get everyone away from the traffic. On a motorway, wait behind the barrier.',
    injured: 'Do not move an injured person, unless they are in danger where they are.',
  },
  checklist: {
    title: 'What to do at the scene',
    lead: 'Tick what you have done. The ticks stay on this device and are not sent to us.',
    groups: {
      law: 'What the law asks',
      photographs: 'Photograph, if it is safe, and never from a live lane',
      notes: 'Write down',
      words: 'What to say, and not',
      afterwards: 'In the next hours',
    },
    items: {
      stop: 'Stop, even if you are not to blame.',
      giveDetails:
        'Give your name, address and registration, and the owner’s name and address, to anyone with good reason to ask.',
      askDetails: 'Ask for the same from the other driver, and for the name of their insurer.',
      police:
        'If you did not give your details, report the accident to the police as soon as you can, and within 24 hours. If it is not urgent: 101, or the website of the police force.',
      wholeScene: 'The whole scene from several sides, before vehicles are moved if possible.',
      damage: 'Both number plates, and all damage, close up and from further back.',
      road: 'Road markings, signals, skid marks, debris and the weather.',
      theirInsurance: 'The other driver’s insurance details. No injured people, unless they agree.',
      facts: 'Time, place, direction, speed, weather, and what was said.',
      witnesses: 'Names and phone numbers of witnesses.',
      cameras: 'Buses and cameras nearby, and the police reference.',
      polite: 'Be polite and give facts. Do not argue about fault, admit it or guess.',
      signNothing: 'Do not sign anything, take cash, or agree to keep it from insurers.',
      strangers: 'Beware of strangers who offer to tow your vehicle: some crashes are staged.',
      insurer: 'Tell your own insurer, even if you do not claim on your policy.',
      dashcam: 'Keep the original dashcam file and copy it today. Do not edit or post it.',
      health:
        'Neck pain and headaches can come hours later: for your own sake, see a doctor. Pins and needles, weakness, fainting, double vision or trouble speaking: call 999 or go to A&E.',
    },
  },
};
