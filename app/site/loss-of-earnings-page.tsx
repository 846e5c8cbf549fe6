import service from '#content/services/loss-of-earnings.md';
import { ServicePage, serviceMeta } from './service-page.tsx';

export const meta = () => serviceMeta(service);

export default function LossOfEarningsPage() {
  return <ServicePage service={service} />;
}
