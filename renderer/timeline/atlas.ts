import type { Drawing } from './look.ts';

const FIRST_LINES = 32;

/**
 * Rows of narrow slices as lines of pixels: each drawn row fills one line, all lines reach the canvas with one upload, and
 * each is stretched to the height of its row. The cost depends on the width of the canvas, not on the number of slices.
 */
export class Atlas {
  #canvas = new OffscreenCanvas(1, 1);
  #image = new ImageData(1, 1);
  #pixels = new Uint32Array(1);
  #width = 0;
  #used = 0;
  #capacity = 0;
  readonly #placed: number[] = [];

  /** Starts a frame of this width, device px. */
  begin(width: number): void {
    if (width !== this.#width) this.#resize(width, FIRST_LINES);
    this.#used = 0;
    this.#placed.length = 0;
  }

  /** Takes an empty line to be drawn at `y` with this height, device px. */
  line(y: number, height: number): number {
    if (this.#used === this.#capacity) this.#resize(this.#width, this.#capacity * 2);
    const line = this.#used++;
    this.#pixels.fill(0, line * this.#width, (line + 1) * this.#width);
    this.#placed.push(y, height);
    return line;
  }

  fill(line: number, x0: number, x1: number, pixel: number): void {
    this.#pixels.fill(pixel, line * this.#width + x0, line * this.#width + x1);
  }

  /** Draws all lines of the frame. */
  flush(drawing: Drawing): void {
    const context = this.#used === 0 ? null : this.#canvas.getContext('2d');
    if (context === null) return;
    context.putImageData(this.#image, 0, 0, 0, 0, this.#width, this.#used);
    drawing.imageSmoothingEnabled = false;
    for (let line = 0; line < this.#used; line++) {
      const y = this.#placed[line * 2] ?? 0;
      const height = this.#placed[line * 2 + 1] ?? 0;
      drawing.drawImage(this.#canvas, 0, line, this.#width, 1, 0, y, this.#width, height);
    }
  }

  #resize(width: number, lines: number): void {
    const image = new ImageData(width, lines);
    const pixels = new Uint32Array(image.data.buffer);
    if (width === this.#width) pixels.set(this.#pixels);
    this.#canvas.width = width;
    this.#canvas.height = lines;
    this.#image = image;
    this.#pixels = pixels;
    this.#width = width;
    this.#capacity = lines;
  }
}
