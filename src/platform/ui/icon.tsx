const drawings = {
  search: 'M10.8 4a6.8 6.8 0 1 1 0 13.6a6.8 6.8 0 0 1 0-13.6z M15.8 15.8 20.5 20.5',
  user: 'M12 4.2a3.9 3.9 0 1 1 0 7.8a3.9 3.9 0 0 1 0-7.8z M4.5 20.2c.9-3.6 3.9-5.3 7.5-5.3s6.6 1.7 7.5 5.3',
  menu: 'M4 7.5h16 M4 12h16 M4 16.5h16',
  close: 'M6 6l12 12 M18 6 6 18',
  down: 'M6.5 9.5 12 15l5.5-5.5',
  left: 'M14.5 6 8.5 12l6 6',
  right: 'M9.5 6l6 6-6 6',
  up: 'M6 14.5 12 8.5l6 6',
  arrow: 'M4.5 12h15 M13.5 6l6 6-6 6',
  check: 'M5 12.6 9.8 17.4 19 7.2',
  plus: 'M12 5.5v13 M5.5 12h13',
  minus: 'M5.5 12h13',
  filter: 'M4 7h16 M7 12h10 M10 17h4',
  alert: 'M12 4.5 21 19.5H3z M12 10.2v4.2 M12 16.9v.3',
  package: 'M4 8.2 12 4l8 4.2v7.9L12 20.2l-8-4.1z M4 8.2l8 4.2 8-4.2 M12 12.4v7.8',
  leaf: 'M5 19c0-8.5 4.6-13.4 14.2-14.2C19 14.2 14 18.4 7.4 17 M5 19c2.4-4.4 5.4-7.2 9-8.8',
  stock: 'M4 9h16 M4 18h16 M6.5 9V5h4v4 M13 9V6.4h4.5V9 M7 18v-4.6h5V18 M15 18v-3h2.6v3',
  bookmark: 'M7 4.5h10v15l-5-4-5 4z',
  expand: 'M14 4.5h5.5V10 M10 19.5H4.5V14 M19.5 4.5 13.5 10.5 M4.5 19.5 10.5 13.5',
  heart: 'M12 20 4.9 12.7a4.6 4.6 0 0 1 0-6.4a4.4 4.4 0 0 1 6.3 0l.8.8l.8-.8a4.4 4.4 0 0 1 6.3 0a4.6 4.6 0 0 1 0 6.4z',
  return: 'M8.5 8 4.5 12l4 4 M4.5 12H15a4.5 4.5 0 0 1 0 9h-2',
} as const

export type IconName = keyof typeof drawings

/** A decorative icon, hidden from screen readers, so the adjacent text must be sufficient. */
export const Icon = ({ name, size = 20 }: { name: IconName; size?: number }) => (
  <svg
    aria-hidden="true"
    viewBox="0 0 24 24"
    width={size}
    height={size}
    fill="none"
    stroke="currentColor"
    strokeWidth={size >= 28 ? 1.3 : 1.6}
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    <path d={drawings[name]} />
  </svg>
)
