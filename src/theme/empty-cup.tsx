import styles from './trouble-page.module.css'

/** An empty cup on its saucer by a round window, in the manner of the shop's pictures: flat colour, grain for shade. */
export function EmptyCup() {
  return (
    <svg className={styles.scene} viewBox="0 0 480 420" aria-hidden="true">
      <filter id="grain" x="0" y="0" width="100%" height="100%">
        <feTurbulence type="fractalNoise" baseFrequency="0.9" numOctaves="2" seed="7" />
        <feColorMatrix values="0 0 0 0 0.3 0 0 0 0 0.22 0 0 0 0 0.14 0 0 0 -4.2 2.5" />
        <feComposite in2="SourceAlpha" operator="in" />
      </filter>
      <linearGradient id="evening" x1="0" y1="0" x2="1" y2="0.4">
        <stop offset="0.45" stopColor="#000" stopOpacity="0" />
        <stop offset="1" stopColor="#000" stopOpacity="0.5" />
      </linearGradient>
      <linearGradient id="side" x1="0" y1="0" x2="1" y2="0">
        <stop offset="0.5" stopColor="#000" stopOpacity="0" />
        <stop offset="1" stopColor="#000" stopOpacity="0.75" />
      </linearGradient>
      <rect width="480" height="420" rx="12" fill="#dce3e6" />
      <path d="M0 292h480v116a12 12 0 0 1-12 12H12a12 12 0 0 1-12-12z" fill="#efe4d0" />
      <path d="M0 292h480" stroke="#d9c9ad" strokeWidth="2" />
      <Window />
      <rect width="480" height="420" rx="12" fill="url(#evening)" filter="url(#grain)" opacity="0.7" />
      <ellipse cx="212" cy="354" rx="140" ry="25" fill="#2b2118" opacity="0.13" />
      <ellipse cx="222" cy="355" rx="134" ry="22" filter="url(#grain)" opacity="0.75" />
      <ellipse cx="186" cy="338" rx="126" ry="24" fill="#e8e0d0" />
      <ellipse cx="186" cy="334" rx="126" ry="24" fill="#fffdf8" stroke="#2c5a45" strokeWidth="2.5" />
      <ellipse cx="186" cy="334" rx="126" ry="24" fill="url(#side)" filter="url(#grain)" opacity="0.45" />
      <ellipse cx="190" cy="333" rx="60" ry="10" fill="#d8cfbd" />
      <path
        d="M267 236c24-6 43 4 42 22-1 20-24 30-52 30"
        fill="none"
        stroke="#e3dccd"
        strokeWidth="14"
        strokeLinecap="round"
      />
      <path
        d="M267 235c24-6 43 4 42 22-1 20-24 30-52 30"
        fill="none"
        stroke="#fffdf8"
        strokeWidth="10"
        strokeLinecap="round"
      />
      <path d="M104 218c2 66 28 116 82 116s80-50 82-116z" fill="#fffdf8" />
      <path d="M104 218c2 66 28 116 82 116s80-50 82-116z" fill="url(#side)" filter="url(#grain)" opacity="0.75" />
      <ellipse cx="186" cy="218" rx="82" ry="21" fill="#fffdf8" stroke="#2c5a45" strokeWidth="3" />
      <ellipse cx="186" cy="220" rx="72" ry="15.5" fill="#d8cfbd" />
      <path d="M122 227c18 8 40 10.5 64 10.5s46-2.5 64-10.5c-8-9-34-15-64-15s-56 6-64 15z" fill="#efe8da" />
      <path d="M158 230c7-4 14-4 21-1-6 5-14 6-21 1z" fill="#7a5a3a" />
      <ellipse
        cx="390"
        cy="362"
        rx="44"
        ry="11"
        fill="none"
        stroke="#b98a57"
        strokeWidth="4"
        opacity="0.45"
        strokeDasharray="190 20"
      />
    </svg>
  )
}

function Window() {
  return (
    <g>
      <circle cx="337" cy="128" r="82" fill="#c9d2d5" />
      <circle cx="337" cy="130" r="76" fill="#f6efdc" />
      <circle cx="362" cy="104" r="15" fill="#d98c66" />
      <path d="M262 140c22-30 40-34 60-10 24-26 54-22 90 8a76 76 0 0 1-150 2z" fill="#b9c9b0" />
      <path d="M268 162c28-20 52-16 72 0 20 14 44 10 64-4-10 28-36 48-67 48-30 0-56-18-69-44z" fill="#8ea88d" />
    </g>
  )
}
