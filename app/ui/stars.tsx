/** Five stars, so many of them filled; read out as a number. */
export function Stars({ rating }: { rating: number }) {
  return (
    <div role="img" aria-label={`${rating} out of 5 stars`} className="stars">
      {'★'.repeat(rating) + '☆'.repeat(5 - rating)}
    </div>
  );
}
