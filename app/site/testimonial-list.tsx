import { sampleBadge, sampleNotice } from '#content/conditions.ts';
import { hasSamples } from '#content/switches.ts';
import type { Testimonial } from '#content/types.ts';

/** The testimonials. `brief`, for the home page: only name and review, without picture and place. */
export function TestimonialCard({ testimonial, brief }: { testimonial: Testimonial; brief?: boolean }) {
  const { name, location, rating, comment, imageDescription, sample } = testimonial;
  return (
    <figure className={`card testimonial${sample ? ' testimonial-sample' : ''}`}>
      {sample && <p className="testimonial-label">{sampleBadge}</p>}
      <Stars rating={rating} />
      <blockquote>{comment}</blockquote>
      <figcaption>
        {!brief && (
          <svg viewBox="0 0 48 48" role="img" aria-label={imageDescription} className="testimonial-avatar">
            <circle cx="24" cy="24" r="24" fill="var(--route)" />
            <path d="M24 11a8 8 0 1 1 0 16 8 8 0 0 1 0-16zM9 41c1-8 7-12 15-12s14 4 15 12z" fill="var(--on-sign)" />
          </svg>
        )}
        <span>
          <strong>{name}</strong>
          {!brief && <span>{location}</span>}
        </span>
      </figcaption>
    </figure>
  );
}

/** Five stars, `rating` of them filled; read out as a number. */
function Stars({ rating }: { rating: number }) {
  return (
    <div role="img" aria-label={`${rating} out of 5 stars`} className="stars">
      {'★'.repeat(rating) + '☆'.repeat(5 - rating)}
    </div>
  );
}

export const reviewsTitle = hasSamples ? 'How reviews will look here' : 'What customers say';

/** The note above the cards while any of them is a sample. */
export function SampleNotice() {
  return hasSamples && <p className="callout callout-small">{sampleNotice}</p>;
}
