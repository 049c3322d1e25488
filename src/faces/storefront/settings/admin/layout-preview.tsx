import styles from './shop-screen.module.css'

const colors = {
  paper: '#fbf8f1',
  tile: '#f0e8d8',
  picture: '#d9e6cb',
  pack: '#6f9a7d',
  line: '#d9d2c3',
  ink: '#3c4742',
  gold: '#b08a3c',
  leaf: '#2c5a45',
}
const plus = { fill: 'none', stroke: colors.leaf, strokeWidth: 1.4, strokeLinecap: 'round' } as const

export function LayoutPreview({ layout }: { layout: 1 | 4 }) {
  return (
    <svg viewBox="0 0 240 150" className={styles.drawing} aria-hidden="true">
      <rect width="240" height="150" rx="6" fill={colors.paper} />
      {[18, 28, 38, 48, 58].map((y, index) => (
        <rect key={y} x="12" y={y} width={[34, 28, 30, 24, 32][index]} height="4" rx="2" fill={colors.line} />
      ))}
      {layout === 1
        ? [0, 1, 2].map((column) => <LargeCard key={column} x={60 + column * 57} />)
        : [0, 1].flatMap((row) =>
            [0, 1, 2, 3, 4].map((column) => (
              <SmallCard key={`${row}-${column}`} x={60 + column * 34} y={16 + row * 62} />
            )),
          )}
    </svg>
  )
}

/** Large picture with the price on its corner and the button inside. */
function LargeCard({ x }: { x: number }) {
  return (
    <g transform={`translate(${x} 16)`}>
      <rect width="50" height="84" rx="5" fill={colors.picture} />
      <path d="M16 30h18l3 40H13z" fill={colors.pack} />
      <path d="M0 72h22a4 4 0 0 1 4 4v8H0z" fill={colors.paper} />
      <rect x="2" y="77" width="19" height="4" rx="2" fill={colors.ink} />
      <circle cx="41" cy="63" r="6" fill={colors.paper} />
      <path d="M41 60v6M38 63h6" {...plus} />
      <rect y="92" width="38" height="5" rx="2.5" fill={colors.ink} />
      <rect y="102" width="28" height="3.5" rx="1.75" fill={colors.line} />
      <rect y="110" width="20" height="3.5" rx="1.75" fill={colors.gold} />
    </g>
  )
}

/** Tile: square picture, name, button. */
function SmallCard({ x, y }: { x: number; y: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect width="30" height="56" rx="3" fill={colors.tile} />
      <path d="M0 3a3 3 0 0 1 3-3h24a3 3 0 0 1 3 3v27H0z" fill={colors.picture} />
      <path d="M10 9h10l1 15H9z" fill={colors.pack} />
      <rect x="2" y="23" width="12" height="5" rx="1.5" fill={colors.paper} />
      <rect x="4" y="34" width="20" height="4" rx="2" fill={colors.ink} />
      <path d="M6 44v6M3 47h6" {...plus} />
      <rect x="12" y="45.5" width="12" height="3.5" rx="1.75" fill={colors.leaf} />
    </g>
  )
}
