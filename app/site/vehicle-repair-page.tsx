import service from '#content/services/vehicle-repair.md';
import { ServicePage, serviceMeta } from './service-page.tsx';

export const meta = () => serviceMeta(service);

export default function VehicleRepairPage() {
  return <ServicePage service={service} />;
}
