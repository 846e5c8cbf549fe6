import service from '#content/services/pco-phv-taxi-claims.md';
import { ServicePage, serviceMeta } from './service-page.tsx';

export const meta = () => serviceMeta(service);

export default function PcoPhvTaxiClaimsPage() {
  return <ServicePage service={service} />;
}
