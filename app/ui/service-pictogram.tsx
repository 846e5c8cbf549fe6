import type { ReactNode } from 'react';
import { Drawing } from './pictogram.tsx';

/** The pictograms of the services. They are apart from the others, because most pages show none of them. */
const drawings = {
  taxi: (
    <>
      <path d="M19 8h10v5H19z" />
      <path d="M12 14h24l4 10 3 3v11h-5v4h-5v-4H15v4h-5v-4H5V27l3-3zm2.5 4L12 25h24l-2.5-7z" fillRule="evenodd" />
      <path d="M9 30h6v4H9zm24 0h6v4h-6z" />
    </>
  ),
  car: (
    <>
      <path d="M13 12h22l5 12 3 3v11h-5v4h-5v-4H15v4h-5v-4H5V27l3-3zm2.3 4L12.5 24h23l-2.8-8z" fillRule="evenodd" />
      <path d="M9 29h6v4H9zm24 0h6v4h-6z" />
    </>
  ),
  spanner: (
    <path d="M31 5a11 11 0 0 0-10.400 14.600L6 34.200a5.500 5.500 0 0 0 7.800 7.800l14.600-14.600A11 11 0 0 0 42 13.500l-6.500 6.500-5.800-1.700L28 12.500 34.500 6A11 11 0 0 0 31 5z" />
  ),
  scales: (
    <path
      d="M22 5h4v5l13 3-.4 2L46 30a8 8 0 0 1-16 0l6.600-14.300L26 13.300V37h8v5H14v-5h8V13.300l-10.600 2.400L18 30a8 8 0 0 1-16 0L9.400 15 9 13l13-3zM10 19.500 5.500 29h9zm28 0L33.500 29h9z"
      fillRule="evenodd"
    />
  ),
  injury: <path d="M18 5h12v13h13v12H30v13H18V30H5V18h13z" />,
  earnings: (
    <path d="M30 6c-8 0-12 5-11 12l.6 4H14v5h6.200c.2 4-1.200 7-4.200 9v6h20v-6H23c2-2.600 2.700-5.600 2.500-9H33v-5h-8l-.7-4.500c-.6-4 1.200-6.500 5-6.500 2 0 3.700.8 5.200 2.200l3.300-4.300C35.700 7 33 6 30 6z" />
  ),
  recovery: (
    <>
      <path d="M4 31h26V20h8l7 9v9h-5a5 5 0 0 1-10 0H18a5 5 0 0 1-10 0H4zm30-8v6h7l-4.500-6z" fillRule="evenodd" />
      <path d="M6 27 24 8l3 3-4 4v5l-4 4-2-2 3-3-.300-2L10 27z" />
    </>
  ),
  beacon: (
    <>
      <path d="M15 38V24a9 9 0 0 1 18 0v14h4v5H11v-5z" />
      <path d="M22 3h4v7h-4zM6.500 9.500l3-2.600 4.600 5.200-3 2.700zm32-2.600 3 2.600-4.600 5.300-3-2.700zM2 22h7v4H2zm37 0h7v4h-7z" />
    </>
  ),
} satisfies Record<string, ReactNode>;

export function ServicePictogram({ name, className = 'pictogram' }: { name: keyof typeof drawings; className?: string }) {
  return <Drawing className={className}>{drawings[name]}</Drawing>;
}
