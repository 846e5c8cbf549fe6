import service from '#content/services/emergency-response.md';
import { ServicePage, serviceMeta } from './service-page.tsx';

export const meta = () => serviceMeta(service);

export default function EmergencyResponsePage() {
  return <ServicePage service={service} />;
}
