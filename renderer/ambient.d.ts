/// <reference types="vite/client" />

interface BigInt {
  toJSON(): object;
}

// Read by get-nonce, which Radix uses for its scroll lock.
declare var __webpack_nonce__: string | undefined;
