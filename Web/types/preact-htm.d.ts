// What the app uses of Preact with htm; props inside templates are not checked.
export type VNode = unknown;
export type Ref<T> = { current: T };
export function html(strings: TemplateStringsArray, ...values: unknown[]): VNode;
export function render(node: VNode, parent: Element): void;
export function h(type: unknown, props?: unknown, ...children: unknown[]): VNode;
export class Component<P = {}, S = {}> {
  props: P;
  state: S;
  setState(change: Partial<S>): void;
  render(): VNode;
}
export type Context<T> = { Provider: (props: { value: T; children?: unknown }) => VNode };
export function createContext<T>(value: T): Context<T>;
export function useState<T>(initial: T | (() => T)): [T, (value: T | ((before: T) => T)) => void];
export function useReducer<S, A>(reducer: (state: S, action: A) => S, initial: S): [S, (action: A) => void];
export function useEffect(effect: () => void | (() => void), inputs?: unknown[]): void;
export function useLayoutEffect(effect: () => void | (() => void), inputs?: unknown[]): void;
export function useRef<T>(initial: T): Ref<T>;
export function useMemo<T>(make: () => T, inputs: unknown[]): T;
export function useCallback<T>(callback: T, inputs: unknown[]): T;
export function useContext<T>(context: Context<T>): T;
export function useErrorBoundary(handler?: (error: Error) => void): [Error | undefined, () => void];
