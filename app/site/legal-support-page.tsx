import service from '#content/services/legal-support.md';
import { ServicePage, serviceMeta } from './service-page.tsx';

export const meta = () => serviceMeta(service);

export default function LegalSupportPage() {
  return <ServicePage service={service} />;
}
