/** The element inside a wallet's item that holds its button, by the Stripe plugin's names (its sheet, "Containers"). */
export const WalletBox = ({ wallet, className }: { readonly wallet: string; readonly className?: string }) => (
  <div className="payment-box">
    <div id={boxId(wallet)} className={className} />
  </div>
)

export const boxId = (wallet: string): string => `wc-${wallet.replaceAll('_', '-')}-container`
