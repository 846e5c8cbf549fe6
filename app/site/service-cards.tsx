import { ServicePictogram } from '#app/ui/service-pictogram.tsx';
import type { ServiceCard } from '#content/types.ts';

export function ServiceCards({ services }: { services: ServiceCard[] }) {
  return (
    <ul className="grid-four">
      {services.map(({ title, description, href, pictogram }) => (
        <li key={href} className="card card-with-pictogram card-link">
          <ServicePictogram name={pictogram} />
          <div>
            <h3>
              <a href={href}>{title}</a>
            </h3>
            <p>{description}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
