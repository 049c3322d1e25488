import { convertPrice } from '../../../platform/money/exchange.ts'
import { formatMoney } from '../../../platform/money/money.ts'
import { button } from '../../../platform/ui/button.tsx'
import { Icon } from '../../../platform/ui/icon.tsx'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { type CartLine, type LineProblem, lineProblem } from '../cart.ts'
import type { CartView } from '../cart-view.tsx'
import styles from './line-problems.module.css'

export function LineProblems({ view }: { view: CartView }) {
  const problems = view.cart.lines.flatMap((line) => {
    const problem = lineProblem(line, view.now)
    return problem ? [{ line, problem }] : []
  })
  if (problems.length === 0) return null
  return (
    <section className={styles.problems} aria-labelledby="cart-problems">
      <h2 id="cart-problems" className={styles.title}>
        <Icon name="alert" size={20} /> Before you go on
      </h2>
      <ul>
        {problems.map(({ line, problem }) => (
          <li key={line.key} className={styles.problem}>
            <span>
              <strong>{line.sellable.name}</strong>: {lineProblemText(problem, view)}
            </span>
            <span className={styles.ways}>
              <FixLine line={line} problem={problem} nonce={view.nonce} />
              <a
                href={hrefs.removeFromCart(line.key, view.nonce)}
                className={`remove ${button.tertiary}`}
                aria-label={`Remove ${line.sellable.name} from cart`}
              >
                Remove
              </a>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function lineProblemText(problem: LineProblem, { exchange, total }: CartView): string {
  const money = (cents: number) => formatMoney(convertPrice(cents, exchange), total.currency)
  if (problem.kind === 'unavailable') return 'no longer for sale.'
  if (problem.kind === 'price-changed')
    return `now ${money(problem.currentCents)}, was ${money(problem.previousCents)}.`
  return problem.available === 0 ? 'now sold out.' : `only ${problem.available} left.`
}

/** A separate form: inside the cart form this would become the button that Enter activates. */
function FixLine({ line, problem, nonce }: { line: CartLine; problem: LineProblem; nonce: string }) {
  if (problem.kind === 'unavailable' || (problem.kind === 'insufficient-stock' && problem.available === 0)) return null
  const label = problem.kind === 'price-changed' ? 'Keep' : `Set to ${problem.available}`
  return (
    <form action={paths.cart} method="post" className="cart-mend">
      <input type="hidden" name="woocommerce-cart-nonce" value={nonce} />
      <button type="submit" name="mend" value={line.key} className={`button ${styles.mend}`}>
        {label} <span className="screen-reader-text">{line.sellable.name}</span>
      </button>
    </form>
  )
}
