import type { ReactNode } from 'react'

const text = (label: string, fill: string): ReactNode => (
  <text
    x="18"
    y="16"
    fill={fill}
    textAnchor="middle"
    fontFamily="system-ui, sans-serif"
    fontSize="9"
    fontWeight="800"
    textLength={label.length > 3 ? 28 : undefined}
  >
    {label}
  </text>
)

const circles = (left: string, right: string): ReactNode => (
  <>
    <circle cx="14.5" cy="12" r="7" fill={left} />
    <circle cx="21.5" cy="12" r="7" fill={right} fillOpacity="0.85" />
  </>
)

const marks: Readonly<Record<string, ReactNode>> = {
  visa: text('VISA', '#1a1f71'),
  mastercard: circles('#eb001b', '#f79e1b'),
  amex: text('AMEX', '#006fcf'),
  discover: text('DISC', '#d3660a'),
  jcb: text('JCB', '#0b6e37'),
  interac: text('INTER', '#7a4e00'),
}

export const markedBrands: readonly string[] = Object.keys(marks)

const blank: ReactNode = <path d="M5 9h26M5 16h9" stroke="#6b756f" strokeWidth="2.5" fill="none" />

export const CardMark = ({ brand }: { readonly brand: string }) => (
  <svg width="36" height="24" viewBox="0 0 36 24" aria-hidden="true" focusable="false">
    <rect x="0.5" y="0.5" width="35" height="23" rx="4" fill="#fff" stroke="#c9cfc9" />
    {marks[brand] ?? blank}
  </svg>
)
