import { Copy } from 'lucide-react';
import { Button } from '../components/Button.tsx';
import { toast } from '../stores/toasts.ts';

interface CopyButtonProps {
  readonly label: string;
  /** Asked when the button is pressed. */
  readonly text: () => string | Promise<string>;
}

/** Puts a text on the clipboard and says so. */
export function CopyButton({ label, text }: CopyButtonProps) {
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(await text());
      toast({ tone: 'info', title: 'Copied' });
    } catch {
      toast({
        tone: 'fault',
        title: 'The clipboard is not available',
        detail: 'Allow it for this window, or select and copy by hand.',
      });
    }
  };
  return (
    <Button look="quiet" onClick={() => void copy()}>
      <Copy size={13} aria-hidden /> {label}
    </Button>
  );
}
