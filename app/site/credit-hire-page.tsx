import service from '#content/services/credit-hire.md';
import { ServicePage, serviceMeta } from './service-page.tsx';

export const meta = () => serviceMeta(service);

export default function CreditHirePage() {
  return <ServicePage service={service} />;
}
