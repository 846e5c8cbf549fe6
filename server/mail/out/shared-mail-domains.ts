/**
 * Domains at which many people who know nothing of each other have a mailbox: the providers and the larger broadband companies of the
 * UK. A domain that is missing here has the lower limit of acknowledgements.
 */
export const sharedMailDomains: ReadonlySet<string> = new Set(
  `
  gmail.com googlemail.com
  outlook.com outlook.co.uk hotmail.com hotmail.co.uk live.com live.co.uk msn.com windowslive.com
  yahoo.com yahoo.co.uk ymail.com rocketmail.com aol.com aol.co.uk
  icloud.com me.com mac.com
  btinternet.com btopenworld.com btconnect.com talktalk.net tiscali.co.uk sky.com virginmedia.com ntlworld.com blueyonder.co.uk
  virgin.net plusnet.com plus.com plus.net ee.co.uk o2.co.uk vodafone.co.uk
  proton.me protonmail.com pm.me gmx.com gmx.co.uk gmx.net mail.com zoho.com zohomail.eu fastmail.com fastmail.fm hey.com tutanota.com
  duck.com privaterelay.appleid.com mozmail.com qq.com 163.com mail.ru yandex.com wp.pl o2.pl onet.pl interia.pl
  `
    .split(/\s+/)
    .filter(Boolean),
);
