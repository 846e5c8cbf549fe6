/** A service that no business has, for tests that read one. */
export const towingFile = 'content/services/towing.md';

const sentence = 'A truck comes to where you are and takes your car to where it can be looked at.';

export const towing = `---
title: Towing
description: A truck for a car that cannot go by itself.
pictogram: recovery
order: 90
pageTitle: Towing From Where You Are
metaDescription: ${sentence} We tell you before it comes what that costs, and who may have to pay.
heroTitle: Towed before you know it
heroLead: A truck for a car that cannot go by itself.
features:
  - One call
  - A truck that fits
  - A price before it comes
noCostNotice: false
---

## How it works

${`${sentence} `.repeat(6)}

## What you'd better keep at hand

${`${sentence} `.repeat(4)}
`;
