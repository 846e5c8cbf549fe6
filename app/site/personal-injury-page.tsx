import service from '#content/services/personal-injury.md';
import { ServicePage, serviceMeta } from './service-page.tsx';

export const meta = () => serviceMeta(service);

export default function PersonalInjuryPage() {
  return <ServicePage service={service} />;
}
