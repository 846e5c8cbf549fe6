import creditHire from './services/credit-hire.md?link';
import emergencyResponse from './services/emergency-response.md?link';
import legalSupport from './services/legal-support.md?link';
import lossOfEarnings from './services/loss-of-earnings.md?link';
import pcoPhvTaxiClaims from './services/pco-phv-taxi-claims.md?link';
import personalInjury from './services/personal-injury.md?link';
import vehicleRecovery from './services/vehicle-recovery.md?link';
import vehicleRepair from './services/vehicle-repair.md?link';

/** For the menus, which stand on every page and need no more than this. The order is that of services.ts. */
export const serviceLinks = [
  pcoPhvTaxiClaims,
  creditHire,
  vehicleRepair,
  legalSupport,
  personalInjury,
  lossOfEarnings,
  vehicleRecovery,
  emergencyResponse,
];
