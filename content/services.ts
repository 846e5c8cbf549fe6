import creditHire from './services/credit-hire.md?card';
import emergencyResponse from './services/emergency-response.md?card';
import legalSupport from './services/legal-support.md?card';
import lossOfEarnings from './services/loss-of-earnings.md?card';
import pcoPhvTaxiClaims from './services/pco-phv-taxi-claims.md?card';
import personalInjury from './services/personal-injury.md?card';
import vehicleRecovery from './services/vehicle-recovery.md?card';
import vehicleRepair from './services/vehicle-repair.md?card';

export const services = [
  pcoPhvTaxiClaims,
  creditHire,
  vehicleRepair,
  legalSupport,
  personalInjury,
  lossOfEarnings,
  vehicleRecovery,
  emergencyResponse,
];

export const coreServices = services.slice(0, 4);
