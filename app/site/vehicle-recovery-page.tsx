import service from '#content/services/vehicle-recovery.md';
import { ServicePage, serviceMeta } from './service-page.tsx';

export const meta = () => serviceMeta(service);

export default function VehicleRecoveryPage() {
  return <ServicePage service={service} />;
}
