/**
 * The sandbox in a separate process, so that several shops and test runs can restart independently of it. `npm run
 * sandbox` needs only DATABASE_URL, and prints the environment variables with which a shop uses it.
 */
import pg from 'pg'
import { installationSecret } from './installation-secret.ts'
import { sandboxKeys } from './keys.ts'
import { serveSandbox } from './serve-sandbox.ts'

const WEBHOOK_PATH = '/wp-json/wc-stripe/v1/webhook'
const DEFAULT_PORT = 3001

async function main(): Promise<void> {
  const { DATABASE_URL, PORT, HOST = '127.0.0.1', SHOP_URL = 'http://localhost:3000', SANDBOX_URL } = process.env
  if (!DATABASE_URL) throw new Error('DATABASE_URL is missing: the PostgreSQL database in which it keeps its books.')
  const shopUrl = SHOP_URL.replace(/\/+$/, '')
  const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 4 })
  // An idle connection that is lost is replaced by the next call.
  pool.on('error', () => {})
  const keys = sandboxKeys(await installationSecret(pool))
  const sandbox = await serveSandbox({
    pool,
    host: HOST,
    port: Number(PORT ?? DEFAULT_PORT),
    ...(SANDBOX_URL ? { publicOrigin: new URL(SANDBOX_URL).origin } : {}),
    shopOrigins: originsOf(new URL(shopUrl)),
    secretKey: keys.secretKey,
    webhook: { url: shopUrl + WEBHOOK_PATH, secret: keys.webhookSecret },
    onError: (error) => process.stderr.write(`${error.stack ?? error.message}\n`),
  })
  process.stdout.write(`
  The payment sandbox is open at ${sandbox.origin}; its switches are at ${sandbox.origin}/sandbox
  The shop at ${shopUrl} joins it with these variables:

    STRIPE_API_URL=${sandbox.origin}
    STRIPE_SECRET_KEY=${keys.secretKey}
    STRIPE_PUBLISHABLE_KEY=${keys.publishableKey}
    STRIPE_WEBHOOK_SECRET=${keys.webhookSecret}

`)
  const stop = async () => {
    await sandbox.stop()
    await pool.end()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => void stop())
}

/** The origins of the shop. A shop on this machine is opened both as localhost and as 127.0.0.1. */
function originsOf({ origin, protocol, hostname, host }: URL): string[] {
  const names = ['localhost', '127.0.0.1']
  return names.includes(hostname) ? names.map((name) => `${protocol}//${host.replace(hostname, name)}`) : [origin]
}

main().catch((error: unknown) => {
  process.stderr.write(`\n  The sandbox cannot start: ${error instanceof Error ? error.message : String(error)}\n\n`)
  process.exit(1)
})
