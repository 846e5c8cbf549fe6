/** Five stars, so many of them filled; read out as a number. */
export function Stars({ rating }: { rating: number }) {
  return (
    <div role="img" aria-label={`${rating} out of 5 stars`} className="stars">
      {[1, 2, 3, 4, 5].map((star) => (
        <svg key={star} viewBox="0 0 24 24" aria-hidden="true" className={star <= rating ? 'star star-full' : 'star'}>
          <path d="M12 2l3 7h7l-5 5 2 7-7-4-7 4 2-7-5-5h7z" />
        </svg>
      ))}
    </div>
  );
}
