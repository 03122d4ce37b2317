import type { InteractionAnswer, PendingInteraction } from '../../../shared/contract.ts';

/** Tells the runtime how the user answers. */
export type Answer = (answer: Pick<InteractionAnswer, 'action' | 'contentJson'>) => void;

export const interactionKey = ({
  capture,
  interaction,
}: Pick<PendingInteraction, 'capture' | 'interaction'>): string => `${capture}/${interaction}`;

/** What a server wants, as a sentence without its full stop. */
export function askedText({ kind, server }: Pick<PendingInteraction, 'kind' | 'server'>): string {
  switch (kind) {
    case 'form':
      return `${server} asks you for input`;
    case 'url':
      return `${server} asks you to open an address`;
    case 'sampling':
      return `${server} asks your model for a message`;
  }
}

/** What was going on when the server asked. */
export const duringText = ({ call }: Pick<PendingInteraction, 'call'>): string =>
  call === undefined ? 'For which call is not known.' : `Asked during ${call}, which waits for the answer.`;
