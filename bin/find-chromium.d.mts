export function findChromium(): Promise<string | null>;

type BrowserPlan = { kind: 'found' | 'refused' | 'playwright' | 'apt'; sentence: string | null };

export function browserPlan(): BrowserPlan;

export function planForBrowser(machine: {
  isInstalled: boolean;
  isRoot: boolean;
  hasApt: boolean;
  setting: string | undefined;
}): BrowserPlan;
