import styles from './trouble-page.module.css'

/** An empty cup on its saucer by a window, with the ring of the last one beside it. */
export function EmptyCup() {
  return (
    <svg className={styles.scene} viewBox="0 0 480 420" aria-hidden="true">
      <rect width="480" height="420" rx="12" fill="#dce3e6" />
      <path d="M0 292h480v116a12 12 0 0 1-12 12H12a12 12 0 0 1-12-12z" fill="#efe4d0" />
      <path d="M0 292h480" stroke="#d9c9ad" strokeWidth="2" />
      <g>
        <rect x="262" y="44" width="150" height="172" rx="75" fill="#fbf8f1" />
        <path d="M262 176c26-26 50-30 74-14 22 14 46 10 76-12v-9a75 75 0 0 0-150 0z" fill="#f2e5b2" />
        <path
          d="M264 160c24-34 46-34 66-12 26 28 50 22 80-8l2 1v1c-2 42-35 74-75 74-38 0-69-25-73-56z"
          fill="#b9c9b0"
        />
        <path d="M266 178c28-18 52-14 72 2 18 14 42 12 66-4-12 24-38 40-67 40-32 0-60-15-71-38z" fill="#8ea88d" />
        <path d="M337 44v172 M262 128h150" stroke="#dce3e6" strokeWidth="5" />
      </g>
      <ellipse cx="196" cy="352" rx="138" ry="26" fill="#2b2118" opacity="0.14" />
      <ellipse cx="186" cy="338" rx="126" ry="24" fill="#fbf8f1" />
      <ellipse cx="186" cy="335" rx="126" ry="24" fill="#fffdf8" stroke="#2c5a45" strokeWidth="2.5" />
      <ellipse cx="186" cy="333" rx="62" ry="11" fill="#e8e0d0" />
      <path d="M104 218c2 66 28 114 82 114s80-48 82-114z" fill="#fffdf8" />
      <path d="M212 331c36-12 54-54 56-113h-34c-1 56-8 96-22 113z" fill="#e3dccd" />
      <ellipse cx="186" cy="218" rx="82" ry="21" fill="#fffdf8" stroke="#2c5a45" strokeWidth="3" />
      <ellipse cx="186" cy="221" rx="71" ry="15" fill="#d8cfbd" />
      <path d="M122 227c18 9 40 12 64 12s46-3 64-12c-8-10-34-17-64-17s-56 7-64 17z" fill="#efe8da" />
      <path d="M160 231c7-4 13-4 19-1-5 5-12 6-19 1z" fill="#7a5a3a" />
      <path
        d="M267 236c24-6 43 4 42 22-1 20-24 30-52 30"
        fill="none"
        stroke="#fffdf8"
        strokeWidth="12"
        strokeLinecap="round"
      />
      <path
        d="M267 236c24-6 43 4 42 22-1 20-24 30-52 30"
        fill="none"
        stroke="#e3dccd"
        strokeWidth="3"
        strokeLinecap="round"
      />
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
