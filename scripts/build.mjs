// Builds the browser's files and the server into dist/, as configured in vite.config.ts.
import { createBuilder } from 'vite'

process.env.NODE_ENV = 'production'
const builder = await createBuilder({ logLevel: 'warn' })
await builder.buildApp()
